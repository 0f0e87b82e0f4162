import { unwatchFile, watchFile, type Stats } from 'node:fs'
import type { HashedKey } from './key-ring.ts'
import type { Log } from '#service/service-context.ts'
import { readKeyFile } from './key-file.ts'

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
 * start; later, an invalid file is logged and the last valid keys stay in use.
 */
export async function watchKeyFile(path: string, log: Log): Promise<WatchedKeys> {
  let keys: readonly HashedKey[] = []
  const follow = async () => {
    try {
      keys = await readHashes(path)
      log.info({ file: path, names: keys.map(({ name }) => name) }, 'keys reloaded')
    } catch (reason) {
      const problem = reason instanceof Error ? reason.message : String(reason)
      log.error({ file: path, problem }, 'key file is invalid; the previous keys stay in use')
    }
  }
  // One reload at a time, so that the last change wins.
  let following = Promise.resolve()
  const changed = (now: Stats, before: Stats) => {
    // `watchFile` also reports the first check of a missing file.
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino) return
    following = following.then(follow)
  }
  const close = () => unwatchFile(path, changed)
  // Watch before reading, so that no change is missed.
  watchFile(path, { interval: pollMs, persistent: false }, changed)
  try {
    keys = await readHashes(path)
  } catch (reason) {
    close()
    throw reason
  }
  const reload = () => (following = following.then(follow))
  return { keys: () => keys, reload, close }
}

async function readHashes(path: string): Promise<readonly HashedKey[]> {
  const kept = await readKeyFile(path)
  return kept.map((terms) => ({ name: terms.name, hash: Buffer.from(terms.hash, 'hex'), terms }))
}
