import { unwatchFile, watchFile, type Stats } from 'node:fs'
import type { HashedKey } from './key-ring.ts'
import type { Log } from '#service/service-context.ts'
import { KeyFileUnreadable, readKeyFile } from './key-file.ts'

/** The current keys of a file. */
export interface WatchedKeys {
  keys(): readonly HashedKey[]
  /** Reads the file now, instead of at the next look. Never rejects. */
  reload(): Promise<void>
  /** Stops watching. */
  close(): void
}

// Polling costs one system call and works on every file system; change events don't.
const pollMs = 500

/**
 * Reads the keys and reloads them when the file is created, replaced or deleted. Rejects if the file is invalid at the
 * start; later, an invalid file is logged and the last valid keys stay in use. A file that can't be read is tried again until
 * it can: the disk or the process may recover without a change of the file.
 */
export async function watchKeyFile(path: string, log: Log): Promise<WatchedKeys> {
  let keys: readonly HashedKey[] = []
  let retry: NodeJS.Timeout | undefined
  let lastProblem: string | undefined
  let isClosed = false
  const follow = async () => {
    clearTimeout(retry)
    try {
      keys = await readHashes(path)
      lastProblem = undefined
      log.info({ file: path, names: keys.map(({ name }) => name) }, 'keys reloaded')
    } catch (reason) {
      const problem = reason instanceof Error ? reason.message : String(reason)
      // Once, and not at every retry.
      if (problem !== lastProblem)
        log.error({ file: path, problem }, 'the key file can’t be used; the previous keys stay in use')
      lastProblem = problem
      if (reason instanceof KeyFileUnreadable && !isClosed) retry = setTimeout(() => void reload(), pollMs).unref()
    }
  }
  // One reload at a time, so that the last change wins.
  let following = Promise.resolve()
  const changed = (now: Stats, before: Stats) => {
    // `watchFile` also reports the first check of a missing file.
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino) return
    void reload()
  }
  const reload = () => (following = following.then(follow))
  const close = () => {
    isClosed = true
    clearTimeout(retry)
    unwatchFile(path, changed)
  }
  // Watch before reading, so that no change is missed.
  watchFile(path, { interval: pollMs, persistent: false }, changed)
  try {
    keys = await readHashes(path)
  } catch (reason) {
    close()
    throw reason
  }
  return { keys: () => keys, reload, close }
}

async function readHashes(path: string): Promise<readonly HashedKey[]> {
  const kept = await readKeyFile(path)
  return kept.map((terms) => ({ name: terms.name, hash: Buffer.from(terms.hash, 'hex'), terms }))
}
