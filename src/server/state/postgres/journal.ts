import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import type { Log } from '#service/service-context.ts'
import type { BegunCall, LedgerEntry } from '#service/state/ledger.ts'
import { ledgerLine } from '#server/state/file-ledger.ts'

/** A call from the journal of a process that has ended. */
export interface RecoveredEntry extends LedgerEntry {
  /** True if the process ended before the call did. */
  recovered: boolean
}

/** Keeps entries on this machine's disk until they are in the database. */
export interface Journal {
  begin(call: BegunCall): void
  end(entry: LedgerEntry): void
  /** Call it when all entries that have ended are in the database: old lines are dropped now and then. */
  allWritten(): Promise<void>
  /** Takes the entries of processes that have ended. `done` deletes their journals. */
  takeOver(): Promise<readonly { entries: readonly RecoveredEntry[]; done: () => Promise<void> }[]>
  /** Deletes the file, if all entries are in the database; else leaves it for the next process. */
  close(isEmpty: boolean): Promise<void>
}

const begunCall = ledgerLine.pick({
  id: true,
  time: true,
  key: true,
  model: true,
  engine: true,
  input: true,
  cost: true,
})
const journalLine = z.union([z.object({ begun: begunCall }), z.object({ ended: ledgerLine })])

/** A file that its process hasn't touched for this long belongs to nobody. */
const abandonedMs = 30_000
const touchMs = 5000
/** The file is replaced when it is larger than this and everything in it is in the database. */
const rotateBytes = 4 * 1024 * 1024
/** More isn't written, so that an absent database can't fill the disk. */
const maxBytes = 1024 * 1024 * 1024

/**
 * Opens a journal of this process in `folder`, which many processes may share. Lines are appended in one write per turn of the
 * event loop: they survive the process, though not always the machine.
 */
export function openJournal(folder: string, log: Log): Journal {
  const host = hostname().replaceAll(/[^\w-]/g, '_')
  const nameFile = () => join(folder, `${host}.${process.pid}.${randomBytes(6).toString('hex')}.jsonl`)
  const own = new Set<string>()
  const open = new Map<string, BegunCall>()
  let path = nameFile()
  let file: number | undefined
  let size = 0
  let lines: string[] = []
  let isFailing = false

  const touch = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchMs)
  touch.unref()

  function append(line: object): void {
    lines.push(`${JSON.stringify(line)}\n`)
    if (lines.length === 1) setImmediate(write)
  }

  /**
   * Synchronous, which takes microseconds: a call is in the file before its engine can have answered, whenever the process may be
   * killed.
   */
  function write(): void {
    const text = lines.join('')
    lines = []
    if (text === '') return
    if (size > maxBytes) return report(`${path} is larger than 1 GB`)
    try {
      size += writeSync((file ??= openFile()), text)
      isFailing = false
    } catch (reason) {
      report(reason instanceof Error ? reason.message : String(reason))
    }
  }

  function openFile(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    own.add(path)
    return openSync(path, 'a', 0o600)
  }

  function closeFile(): void {
    write()
    if (file !== undefined) closeSync(file)
    file = undefined
  }

  /** Once per failure: entries are still in memory. */
  function report(problem: string): void {
    if (!isFailing) log.error({ folder, problem }, 'the journal can’t be written; usage is kept in memory only')
    isFailing = true
  }

  return {
    begin(call) {
      open.set(call.id, call)
      append({ begun: call })
    },
    end(entry) {
      open.delete(entry.id)
      append({ ended: entry })
    },
    async allWritten() {
      if (size < rotateBytes) return
      const old = path
      closeFile()
      path = nameFile()
      size = 0
      for (const call of open.values()) append({ begun: call })
      write()
      await rm(old, { force: true })
      own.delete(old)
    },
    async takeOver() {
      const names = await readdir(folder).catch(() => [])
      const taken = []
      for (const name of names) {
        const from = join(folder, name)
        if (!name.endsWith('.jsonl') || own.has(from) || !(await isAbandoned(from, name, host))) continue
        const mine = nameFile()
        try {
          // Only one process can rename it.
          await rename(from, mine)
        } catch {
          continue
        }
        own.add(mine)
        const entries = readEntries(await readFile(mine, 'utf8'))
        log.info({ file: from, entries: entries.length }, 'took over the journal of a process that has ended')
        taken.push({ entries, done: () => rm(mine, { force: true }) })
      }
      return taken
    },
    async close(isEmpty) {
      clearInterval(touch)
      closeFile()
      if (isEmpty && open.size === 0) await rm(path, { force: true })
    },
  }
}

/** Whether the process of a journal has ended: by its id on this machine, else by its silence. */
async function isAbandoned(file: string, name: string, host: string): Promise<boolean> {
  const [fileHost, pid] = name.split('.')
  if (fileHost === host && !isRunning(Number(pid))) return true
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > abandonedMs
}

function isRunning(pid: number): boolean {
  // A file with our own id that isn't ours is of an earlier process.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (reason) {
    return reason instanceof Error && 'code' in reason && reason.code === 'EPERM'
  }
}

/** The calls of a journal: those that ended, and those that didn't, by their beginning. Torn lines are skipped. */
function readEntries(text: string): readonly RecoveredEntry[] {
  const begun = new Map<string, BegunCall>()
  const ended = new Map<string, RecoveredEntry>()
  for (const line of text.split('\n')) {
    const { data } = journalLine.safeParse(parseJson(line))
    if (!data) continue
    if ('begun' in data) begun.set(data.begun.id, data.begun)
    else ended.set(data.ended.id, { ...data.ended, recovered: false })
  }
  for (const [id, call] of begun) {
    if (ended.has(id)) continue
    const tokens = { cached: 0, output: 0, reasoning: 0, estimated: true }
    ended.set(id, { ...call, ...tokens, outcome: 'aborted', firstMs: null, totalMs: 0, recovered: true })
  }
  return [...ended.values()]
}
