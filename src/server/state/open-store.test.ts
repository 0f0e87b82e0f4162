import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#service/service-context.ts'
import { createMemoryLedger, dayOf } from '#service/state/ledger.ts'
import { openLimits } from './open-limits.ts'
import { openStore } from './open-store.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'parley-store-'))
})
afterEach(() => rm(parent, { recursive: true }))

const others = { journal: '', requestLog: 'off', requestLogDays: 30 } as const
const limits = { limits: 'memory', requestsPerMinute: 0, reservationMs: 60_000 }

/** A store whose ledger can't be read, and with a request log that is too old. */
async function makeStore(name: string) {
  const folder = join(parent, name)
  await mkdir(join(folder, 'ledger', `${dayOf(Date.now()).slice(0, 7)}.jsonl`), { recursive: true })
  const oldRequests = join(folder, 'requests', '2020-01-01.jsonl')
  await mkdir(join(folder, 'requests'))
  await writeFile(oldRequests, '')
  return { config: { ...others, store: `file:${folder}` }, oldRequests }
}

test('a worker leaves the ledger and old requests to its primary', async () => {
  const [ofWorker, ofSingle] = [await makeStore('worker'), await makeStore('single')]
  const ledger = createMemoryLedger()
  const worker = await openStore(ofWorker.config, [], silentLog, ledger)
  const single = await openStore(ofSingle.config, [], silentLog)
  expect(worker.ledger).toBe(ledger)
  await vi.waitFor(() => expect(existsSync(ofSingle.oldRequests)).toBe(false))
  await worker.close()
  await single.close()
  expect(existsSync(ofWorker.oldRequests)).toBe(true)
})

test('limits don’t begin without the ledger, and say why', async () => {
  const { config } = await makeStore('single')
  const { ledger, close } = await openStore(config, [], silentLog)
  await expect(openLimits(limits, ledger, silentLog)).rejects.toThrow(
    /^The ledger can’t be read \(EISDIR.*\)\. Make the account that runs Parley its owner\.$/,
  )
  await close()
})
