import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '#service/service-context.ts'
import type { BegunCall, LedgerEntry } from '#service/state/ledger.ts'
import { type Journal, type RecoveredEntry, host, openJournal } from './journal.ts'

let folder: string
const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>(), error: vi.fn<Log['error']>() }
const opened: Journal[] = []

beforeEach(async () => {
  vi.clearAllMocks()
  folder = await mkdtemp(join(tmpdir(), 'parley-journal-'))
})
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close(false)
  await rm(folder, { recursive: true })
})

function open(): Journal {
  const journal = openJournal(folder, log)
  opened.push(journal)
  return journal
}

function begun(id: string): BegunCall {
  return { id, time: 1000, key: 'laptop', model: 'acme/tiny', engine: 'stub', input: 3, cost: 0.1 }
}

function entry(id: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const tokens = { cached: 0, output: 5, reasoning: 0, estimated: false }
  return { ...begun(id), ...tokens, outcome: 'finished', firstMs: 1, totalMs: 2, ...fields }
}

/** Ends are written within 10 ms. */
const written = () => new Promise((wake) => setTimeout(wake, 30))
const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))

/** What the journals in the folder have, each line as the id of its call. */
async function linesInFolder(): Promise<{ begun: string[]; ended: string[] }> {
  const texts = await Promise.all((await files()).map((name) => readFile(join(folder, name), 'utf8')))
  const lines = texts.join('').trimEnd().split('\n')
  const ids = (name: string) => lines.flatMap((line) => new RegExp(`"${name}":{"id":"(.+?)"`).exec(line)?.[1] ?? [])
  return { begun: ids('begun'), ended: ids('ended') }
}

async function recover(journal: Journal): Promise<RecoveredEntry[]> {
  const recovered: RecoveredEntry[] = []
  await journal.recoverAbandoned(async (entries) => void recovered.push(...entries))
  return recovered
}

/** A journal of a process on another machine, such as a container. */
async function writeForeign(entries: readonly LedgerEntry[], silentMs: number, name = 'elsewhere.7.ab.jsonl') {
  await writeFile(join(folder, name), entries.map((ended) => `${JSON.stringify({ ended })}\n`).join(''))
  const touched = new Date(Date.now() - silentMs)
  await utimes(join(folder, name), touched, touched)
}

test('a large journal is replaced by one with the open calls and what isn’t in the database', async () => {
  const journal = open()
  const long = { model: 'm'.repeat(1000) }
  journal.begin(begun('open'))
  for (let at = 0; at < 5000; at++) journal.end(entry(`written-${at}`, long))
  await written()
  await journal.compact([JSON.stringify(entry('unwritten'))])
  expect(await linesInFolder()).toEqual({ begun: ['open'], ended: ['unwritten'] })
  expect(await files()).toHaveLength(1)
  // Later lines go to the new file.
  journal.end(entry('open'))
  await written()
  expect(await linesInFolder()).toEqual({ begun: ['open'], ended: ['unwritten', 'open'] })
})

test('a small journal is left as it is', async () => {
  const journal = open()
  journal.end(entry('one'))
  await written()
  await journal.compact([])
  expect(await linesInFolder()).toEqual({ begun: [], ended: ['one'] })
})

test('after a rotation the process recovers its own old file, apart from calls that are still open', async () => {
  const journal = open()
  journal.begin(begun('open'))
  journal.end(entry('ended'))
  journal.rotate()
  expect(await recover(journal)).toMatchObject([{ id: 'ended', recovered: false }])
  expect(await linesInFolder()).toEqual({ begun: ['open'], ended: [] })
})

test('a process of another machine counts as ended after 30 s of silence', async () => {
  await writeForeign([entry('fresh')], 25_000, 'elsewhere.7.ab.jsonl')
  await writeForeign([entry('old')], 31_000, 'elsewhere.8.ab.jsonl')
  expect(await recover(open())).toMatchObject([{ id: 'old' }])
  expect(await files()).toEqual(['elsewhere.7.ab.jsonl'])
})

test('a journal of a running process on this machine is left alone', async () => {
  const name = `${host}.${process.ppid}.ab.jsonl`
  await writeForeign([entry('one')], 0, name)
  expect(await recover(open())).toEqual([])
  expect(await files()).toEqual([name])
})

test('a process of another container with the same host name counts as ended only after 30 s of silence', async () => {
  // No process here has this id.
  const name = `${hostname()}-1.4194999.ab.jsonl`
  await writeForeign([entry('one')], 25_000, name)
  expect(await recover(open())).toEqual([])
  expect(await files()).toEqual([name])
})

test('a large journal is recovered in batches, with the calls that were open at the end', async () => {
  const journal = open()
  await writeForeign([], 31_000)
  const ids = Array.from({ length: 2500 }, (_, at) => `call-${at}`)
  const lines = [{ begun: begun('open') }, ...ids.map((id) => ({ ended: entry(id) }))]
  const file = join(folder, 'elsewhere.7.ab.jsonl')
  await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"ended":{"id":"torn`)
  await utimes(file, 0, 0)
  const sizes: number[] = []
  const recovered: RecoveredEntry[] = []
  await journal.recoverAbandoned(async (entries) => {
    sizes.push(entries.length)
    recovered.push(...entries)
  })
  expect(Math.max(...sizes)).toBe(1000)
  expect(recovered.map(({ id }) => id)).toEqual([...ids, 'open'])
  expect(recovered.at(-1)).toMatchObject({ outcome: 'aborted', input: 3, estimated: true, recovered: true })
})

test('a journal that can’t be recovered is reported and tried again, and doesn’t hold up others', async () => {
  const journal = open()
  await writeForeign([entry('one')], 31_000, 'elsewhere.7.ab.jsonl')
  await writeForeign([entry('two')], 31_000, 'elsewhere.8.ab.jsonl')
  const recovered: string[] = []
  const write = async (entries: readonly RecoveredEntry[]) => {
    if (entries.some(({ id }) => id === 'one')) throw new Error('closed')
    recovered.push(...entries.map(({ id }) => id))
  }
  await journal.recoverAbandoned(write)
  expect(recovered).toEqual(['two'])
  expect(log.error).toHaveBeenCalledOnce()
  expect((await recover(journal)).map(({ id }) => id)).toEqual(['one'])
  expect(await files()).toEqual([])
})

test('a folder that can’t be written is reported once, and calls go on', async () => {
  await writeFile(join(folder, 'file'), '')
  const journal = openJournal(join(folder, 'file'), log)
  for (const id of ['one', 'two']) {
    journal.end(entry(id))
    await written()
  }
  expect(log.error).toHaveBeenCalledOnce()
  expect(log.error.mock.calls[0]?.[1]).toContain('the journal can’t be written')
  await journal.close(false)
})

test('a process that was paused and lost its file writes its open calls to a new one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const journal = open()
  journal.begin(begun('open'))
  await written()
  for (const name of await files()) await rm(join(folder, name))
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
  await expect.poll(linesInFolder).toEqual({ begun: ['open'], ended: [] })
  journal.end(entry('open'))
  await written()
  expect(await linesInFolder()).toEqual({ begun: ['open'], ended: ['open'] })
})

test('a closed journal is deleted only if everything is in the database and no call is open', async () => {
  for (const [isWritten, isOpen, left] of [
    [true, false, 0],
    [false, false, 1],
    [true, true, 2],
  ] as const) {
    const journal = openJournal(folder, log)
    journal.end(entry('one'))
    if (isOpen) journal.begin(begun('open'))
    await journal.close(isWritten)
    expect(await files()).toHaveLength(left)
  }
})

test('a beginning is written at once, and an end with the next beginning', async () => {
  const journal = open()
  journal.begin(begun('one'))
  await new Promise((wake) => setImmediate(() => setImmediate(wake)))
  expect(await linesInFolder()).toEqual({ begun: ['one'], ended: [] })
  journal.end(entry('one'))
  journal.begin(begun('two'))
  await new Promise((wake) => setImmediate(() => setImmediate(wake)))
  expect(await linesInFolder()).toEqual({ begun: ['one', 'two'], ended: ['one'] })
})
