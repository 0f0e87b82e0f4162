import { execFileSync, spawn } from 'node:child_process'
import { appendFile, constants, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loggedRequest } from '#contract/requests.ts'
import { silentLog } from '#service/service-context.ts'
import { loggedRefusal } from '#service/state/request-log.ts'
import { createFileRequestLog, maxWaitingCharacters, maxWaitingRequests } from './file-requests.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-requests-'))
})
afterEach(() => rm(folder, { recursive: true }))

const time = Date.parse('2027-01-31T12:00:00Z')
const request = (index: number, reply = '') => ({
  ...loggedRefusal({ request_id: `req_${index}`, key: 'laptop', endpoint: '/v1/x', code: null, total_ms: 5, time }),
  reply,
})

/** A log whose disk hangs, like a writer to a pipe without a reader, until `release`. */
function openHangingLog() {
  const path = join(folder, '2027-01-31.jsonl')
  execFileSync('mkfifo', [path])
  const log = createFileRequestLog(folder, true, silentLog)
  return {
    log,
    /** Resolves to the ids of all requests that are written. */
    async release(): Promise<string[]> {
      let text = ''
      // For reading and writing, so that a pause between two writes isn't the end.
      const pipe = await open(path, constants.O_RDWR)
      const reader = spawn('cat', { stdio: [pipe.fd, 'pipe', 'inherit'] })
      await pipe.close()
      reader.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      await log.flush()
      await appendFile(path, 'end')
      await expect.poll(() => text.endsWith('end')).toBe(true)
      reader.kill()
      const lines = text.slice(0, -'end'.length).split('\n').filter(Boolean)
      return lines.map((line) => loggedRequest.parse(JSON.parse(line)).request_id)
    },
  }
}

const idsTo = (end: number) => Array.from({ length: end }, (_, index) => `req_${index}`)

test('drops requests that a disk keeps waiting, above their number', async () => {
  const { log, release } = openHangingLog()
  for (let index = 0; index < maxWaitingRequests + 3000; index++) {
    log.record(request(index))
    if (index % 1000 === 0) await setImmediate()
  }
  expect(await release()).toEqual(idsTo(maxWaitingRequests))
})

test('drops requests that a disk keeps waiting, above their characters', async () => {
  const { log, release } = openHangingLog()
  const reply = 'x'.repeat(maxWaitingCharacters / 10)
  for (let index = 0; index < 15; index++) {
    log.record(request(index, reply))
    await setImmediate()
  }
  expect(await release()).toEqual(idsTo(9))
})

test('takes requests again once others are written', async () => {
  const { log, release } = openHangingLog()
  for (let index = 0; index < maxWaitingRequests + 1; index++) log.record(request(index))
  await release()
  log.record(request(1))
  expect(await release()).toEqual(['req_1'])
})
