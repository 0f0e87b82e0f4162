import { unwatchFile, watchFile, type Stats } from 'node:fs'
import type { HashedKey } from './key-ring.ts'
import type { Log } from '#service/service-context.ts'
import { readKeyFile } from './key-file.ts'

/** The keys of a file, as they are now. */
export interface WatchedKeys {
  keys(): readonly HashedKey[]
  /** Stops looking at the file. */
  close(): void
}

// Looking at the file's time costs one system call, and works on every file system; events of change do not.
const lookEveryMs = 500

/**
 * Reads the keys and follows every change of the file: it may appear, be replaced and go away. A file that cannot be used
 * rejects at the start; later it leaves the last good keys in force and is logged.
 */
export async function watchKeyFile(path: string, log: Log): Promise<WatchedKeys> {
  let keys: readonly HashedKey[] = []
  const follow = async () => {
    try {
      keys = await readHashes(path)
      log.info({ file: path, names: keys.map(({ name }) => name) }, 'keys reloaded')
    } catch (reason) {
      const problem = reason instanceof Error ? reason.message : String(reason)
      log.error({ file: path, problem }, 'key file not usable; the keys of before stay in force')
    }
  }
  // In order, so that the last change is what stays.
  let following = Promise.resolve()
  const changed = (now: Stats, before: Stats) => {
    // The first look at a file that is not there is reported too.
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino) return
    following = following.then(follow)
  }
  const close = () => unwatchFile(path, changed)
  // Watched before it is read, so that no change falls between the two.
  watchFile(path, { interval: lookEveryMs, persistent: false }, changed)
  try {
    keys = await readHashes(path)
  } catch (reason) {
    close()
    throw reason
  }
  return { keys: () => keys, close }
}

async function readHashes(path: string): Promise<readonly HashedKey[]> {
  const kept = await readKeyFile(path)
  return kept.map(({ name, hash }) => ({ name, hash: Buffer.from(hash, 'hex') }))
}
