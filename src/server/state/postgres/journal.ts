import { closeSync, createReadStream, mkdirSync, openSync, readlinkSync, writeSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import type { Log } from '#service/service-context.ts'
import { type BegunCall, type LedgerEntry, abortedEntry } from '#service/state/ledger.ts'
import { ledgerLine } from '#server/state/file-ledger.ts'
import { problemOf } from './connection.ts'

/** A call from the journal of a process that has ended. */
export interface RecoveredEntry extends LedgerEntry {
  /** True if the process ended before the call did. */
  recovered: boolean
}

/** Keeps entries on this machine's disk until they are in the database. */
export interface Journal {
  begin(call: BegunCall): void
  /** Returns the entry as JSON, which the journal and the database share. */
  end(entry: LedgerEntry): string
  /**
   * Replaces a large file by one that has only the open calls and these entries, as JSON. Call it when all other entries are in
   * the database.
   */
  compact(unwritten: Iterable<string>): Promise<void>
  /** Begins a new file with the open calls, and leaves the old one to `recoverAbandoned`. */
  rotate(): void
  /** Passes the entries of journals without a process to `store`, and then deletes these journals. Never rejects. */
  recoverAbandoned(store: (entries: readonly RecoveredEntry[]) => Promise<void>): Promise<void>
  /** Deletes the file, if all entries are in the database; else leaves it for the next process. */
  close(isFullyWritten: boolean): Promise<void>
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

/** A file that hasn't been touched for this long counts as abandoned. */
const abandonedMs = 30_000
const touchMs = 5000
/** How long the end of a call may wait to be written. If the process is killed meanwhile, the call counts as aborted. */
const endsMs = 10
/** A file larger than this is replaced. */
const compactBytes = 4 * 1024 * 1024
/** More isn't written, so that an absent database can't fill the disk. */
const maxBytes = 1024 * 1024 * 1024

/** Where process ids mean the same: this machine and, as containers may share its name, this namespace of processes. */
export const host = `${hostname()}-${processNamespace()}`.replaceAll(/[^\w-]/g, '_')

function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''
  } catch {
    // Other systems have none.
    return ''
  }
}

/**
 * Opens a journal of this process in `folder`, which many processes may share. Beginnings are appended in one write per turn of
 * the event loop, ends within 10 ms. Once written, they survive the process, though not always the machine.
 */
export function openJournal(folder: string, log: Log): Journal {
  const nameFile = () => join(folder, `${host}.${process.pid}.${randomBytes(6).toString('hex')}.jsonl`)
  const own = new Set<string>()
  const open = new Map<string, BegunCall>()
  let path = nameFile()
  let file: number | undefined
  let size = 0
  let compactAt = compactBytes
  let lines: string[] = []
  let soon: NodeJS.Immediate | undefined
  let later: NodeJS.Timeout | undefined
  let isFailing = false

  const touchTimer = setInterval(() => {
    for (const each of own) {
      touch(each).catch((reason: unknown) => {
        // A process that was paused for long loses its file to another one.
        if (isMissing(reason) && each === path) rotate()
      })
    }
  }, touchMs)
  touchTimer.unref()

  const appendBegun = (call: BegunCall) => void lines.push(`{"begun":${JSON.stringify(call)}}\n`)
  const appendEnded = (entry: string) => void lines.push(`{"ended":${entry}}\n`)

  function writeSoon(): void {
    soon ??= setImmediate(write)
  }

  /** With the next call that begins, or after `endsMs`: most calls then take one write instead of two. */
  function writeLater(): void {
    later ??= setTimeout(write, endsMs).unref()
  }

  /**
   * Synchronous (microseconds), so that a call is in the file before its engine can answer, even if the process is
   * killed.
   */
  function write(): void {
    clearImmediate(soon)
    clearTimeout(later)
    soon = later = undefined
    const text = lines.join('')
    lines = []
    if (text === '') return
    if (size > maxBytes) return report(`${path} is larger than 1 GB`)
    try {
      const written = writeSync((file ??= openFile()), text)
      size += written
      if (written < Buffer.byteLength(text)) {
        // The next line must not continue the torn one.
        lines.push('\n')
        throw new Error('The disk is full.')
      }
      isFailing = false
    } catch (reason) {
      report(problemOf(reason))
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

  /** Returns the path of the file so far. */
  function replaceFile(entries: Iterable<string>): string {
    const old = path
    closeFile()
    path = nameFile()
    size = 0
    for (const call of open.values()) appendBegun(call)
    for (const entry of entries) appendEnded(entry)
    write()
    compactAt = Math.max(compactBytes, 2 * size)
    return old
  }

  function rotate(): void {
    own.delete(replaceFile([]))
  }

  return {
    begin(call) {
      open.set(call.id, call)
      appendBegun(call)
      writeSoon()
    },
    end(entry) {
      open.delete(entry.id)
      const text = JSON.stringify(entry)
      appendEnded(text)
      writeLater()
      return text
    },
    async compact(unwritten) {
      if (size < compactAt) return
      const old = replaceFile(unwritten)
      // What couldn't be copied is still in the old file, for the next process.
      if (isFailing) return
      await rm(old, { force: true })
      own.delete(old)
    },
    rotate,
    async recoverAbandoned(store) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const from = join(folder, name)
        if (!name.endsWith('.jsonl') || own.has(from) || !(await isAbandoned(from, name))) continue
        const taken = nameFile()
        own.add(taken)
        try {
          // Only one process can rename it.
          await rename(from, taken)
          await touch(taken)
          log.info({ file: from }, 'recovering the journal of a process that has ended')
          for await (const entries of readEntries(taken)) await store(entries.filter(({ id }) => !open.has(id)))
          await rm(taken, { force: true })
        } catch (reason) {
          if (!isMissing(reason))
            log.error({ file: from, problem: problemOf(reason) }, 'a journal can’t be recovered yet')
        } finally {
          // If it is still there, the next call tries again.
          own.delete(taken)
        }
      }
    },
    async close(isFullyWritten) {
      clearInterval(touchTimer)
      closeFile()
      if (isFullyWritten && open.size === 0) await rm(path, { force: true })
    },
  }
}

function touch(path: string): Promise<void> {
  return utimes(path, new Date(), new Date())
}

/** Whether the process of a journal has ended: by its process id on this machine, otherwise by the age of its file. */
async function isAbandoned(file: string, name: string): Promise<boolean> {
  const [fileHost, pid] = name.split('.')
  if (fileHost === host && !isRunning(Number(pid))) return true
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > abandonedMs
}

function isRunning(pid: number): boolean {
  // Not our file, so an earlier process had the same id.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (reason) {
    return reason instanceof Error && 'code' in reason && reason.code === 'EPERM'
  }
}

const batchSize = 1000

/**
 * The calls of a journal in batches: those that ended, and then those that didn't, by their beginning. Torn lines are skipped.
 * A journal may be larger than a string can be.
 */
async function* readEntries(path: string): AsyncGenerator<readonly RecoveredEntry[]> {
  const begun = new Map<string, BegunCall>()
  const ended = new Map<string, RecoveredEntry>()
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const { data } = journalLine.safeParse(parseJson(line))
    if (!data) continue
    if ('begun' in data) begun.set(data.begun.id, data.begun)
    else {
      begun.delete(data.ended.id)
      ended.set(data.ended.id, { ...data.ended, recovered: false })
    }
    if (ended.size < batchSize) continue
    yield [...ended.values()]
    ended.clear()
  }
  yield [...ended.values()]
  yield [...begun.values()].map((call) => ({ ...abortedEntry(call), recovered: true }))
}

function isMissing(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'ENOENT'
}
