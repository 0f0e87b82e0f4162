import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import type { Log } from '#service/service-context.ts'
import type { LedgerEntry } from '#service/state/ledger.ts'
import { createSpending } from '#service/state/spending.ts'
import { createFileLedger } from './file-ledger.ts'

let parent: string
let folder: string
const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>(), error: vi.fn<Log['error']>() }
beforeEach(async () => {
  vi.clearAllMocks()
  parent = await mkdtemp(join(tmpdir(), 'parley-ledger-'))
  folder = join(parent, 'data', 'ledger')
})
afterEach(() => rm(parent, { recursive: true }))

let next = 0
function entry(fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const tokens = { input: 10, cached: 4, output: 5, reasoning: 1, estimated: false, cost: 0.5 }
  const about = { key: 'laptop', model: 'acme/tiny', engine: 'stub', outcome: 'finished' as const }
  const time = Date.parse('2027-01-31T23:59:59Z')
  return { id: `chatcmpl-${next++}`, time, ...about, ...tokens, firstMs: 1, totalMs: 2, ...fields }
}
const requestsIn = async (ledger: ReturnType<typeof createFileLedger>, from = '2027-01-01', to = '2027-12-31') =>
  (await ledger.daily(from, to)).map(({ day, requests, cost }) => [day, requests, cost])

test('keeps entries over a restart, in a file per month', async () => {
  const ledger = createFileLedger(folder, log)
  expect(await requestsIn(ledger)).toEqual([])
  for (let time = 0; time < 3; time++) ledger.record(entry())
  ledger.record(entry({ time: Date.parse('2027-02-01T00:00:00Z'), cost: null }))
  const expected = [
    ['2027-01-31', 3, 1.5],
    ['2027-02-01', 1, 0],
  ]
  expect(await requestsIn(ledger)).toEqual(expected)
  expect((await readdir(folder)).toSorted()).toEqual(['2027-01.jsonl', '2027-02.jsonl'])
  ledger.record(entry())
  expect((await requestsIn(ledger))[0]).toEqual(['2027-01-31', 4, 2])
  await ledger.flush()
  const restarted = createFileLedger(folder, log)
  expect((await requestsIn(restarted))[0]).toEqual(['2027-01-31', 4, 2])
  expect(await requestsIn(restarted, '2027-02-01')).toEqual([['2027-02-01', 1, 0]])
})

test('a restart doesn’t renew a budget', async () => {
  const before = createFileLedger(folder, log)
  before.record(entry({ cost: 2 }))
  await before.flush()
  const spent = await createFileLedger(folder, log).daily('2027-01-01', '2027-01-31')
  const clock = { now: () => Date.parse('2027-01-31T23:59:59Z'), sleep: async () => {} }
  const spending = createSpending(clock, spent)
  const reserve = (budget: number) => () => {
    const terms = { ...keyTerms.parse({}), budget_per_month: budget }
    spending.reserve({ name: 'laptop', terms }, () => ({ tokens: 0, cost: 0 }))
  }
  expect(reserve(2)).toThrow('has spent $2.00 of its $2.00 per month')
  expect(reserve(2.01)).not.toThrow()
})

test('ignores torn lines, and counts repeated ids once', async () => {
  const first = createFileLedger(folder, log)
  const twice = entry()
  first.record(twice)
  await first.flush()
  const path = join(folder, '2027-01.jsonl')
  await appendFile(path, `${JSON.stringify(twice)}\n${JSON.stringify(entry()).slice(0, 40)}`)

  const second = createFileLedger(folder, log)
  second.record(entry())
  expect(await requestsIn(second)).toEqual([['2027-01-31', 2, 1]])
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ lines: 1 }), expect.any(String))
  expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(4)
})

test('writes later what couldn’t be written', async () => {
  await writeFile(join(parent, 'data'), 'in the way')
  const ledger = createFileLedger(folder, log)
  ledger.record(entry())
  await ledger.flush()
  expect(log.error).toHaveBeenCalledOnce()
  await rm(join(parent, 'data'))
  ledger.record(entry())
  expect(await requestsIn(ledger)).toEqual([['2027-01-31', 2, 1]])
  expect(await requestsIn(createFileLedger(folder, log))).toEqual([['2027-01-31', 2, 1]])
})

test('tries only now and then while the disk can’t be written, and says so once', async () => {
  await writeFile(join(parent, 'data'), 'in the way')
  const ledger = createFileLedger(folder, log)
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    for (let at = 0; at < 20; at++) {
      ledger.record(entry())
      await new Promise((wake) => setTimeout(wake, 15))
    }
    expect(stringify.mock.calls.length).toBeLessThan(20)
  } finally {
    stringify.mockRestore()
  }
  expect(log.error).toHaveBeenCalledOnce()
  await rm(join(parent, 'data'))
  await expect
    .poll(async () => readFile(join(folder, '2027-01.jsonl'), 'utf8').catch(() => ''), { timeout: 5000 })
    .toHaveLength(20 * `${JSON.stringify(entry())}\n`.length + 1)
  expect(log.info).toHaveBeenCalledOnce()
})

test('counts once what a full disk took in part', () => {
  // A limit on the size of files acts like a full disk: the first write stops partway, after at least one whole line.
  const program = `
    import { createFileLedger } from '#server/state/file-ledger.ts'
    const ledger = createFileLedger(${JSON.stringify(folder)}, { info() {}, warn() {}, error() {} })
    for (const entry of ${JSON.stringify(Array.from({ length: 5 }, () => entry()))}) ledger.record(entry)
    await ledger.flush()
    console.log(await ledger.spentBy('laptop', '2027-01-31'))
    process.exit()`
  const node = `node --import tsx --input-type=module --eval "$PROGRAM"`
  const printed = execFileSync('sh', ['-c', `ulimit -f 1 && ${node}`], { env: { ...process.env, PROGRAM: program } })
  expect(String(printed)).toContain('{ day: 2.5, month: 2.5 }')
  expect(readFileSync(join(folder, '2027-01.jsonl'), 'utf8')).toMatch(/^\n\{.*\}\n\{/)
})

test('counts once what is recorded while a file is read, and writes it afterwards', async () => {
  const before = createFileLedger(folder, log)
  for (let at = 0; at < 20_000; at++) before.record(entry({ cost: 0 }))
  await before.flush()
  const ledger = createFileLedger(folder, log)
  const reading = requestsIn(ledger)
  await new Promise((wake) => setTimeout(wake, 5))
  ledger.record(entry({ cost: 0 }))
  await reading
  expect(await requestsIn(ledger)).toEqual([['2027-01-31', 20_001, 0]])
  await vi.waitFor(async () =>
    expect(await requestsIn(createFileLedger(folder, log))).toEqual([['2027-01-31', 20_001, 0]]),
  )
})

test('sums more days, models and keys than a call takes as arguments', async () => {
  const ledger = createFileLedger(folder, log)
  await ledger.daily('2027-01-01', '2027-01-31')
  const count = 130_000
  for (let at = 0; at < count; at++) ledger.record(entry({ model: `acme/${at}` }))
  expect(await ledger.daily('2027-01-01', '2027-01-31')).toHaveLength(count)
})
