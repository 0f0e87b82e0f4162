import { chown, mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { isRecord, parseJson } from '#contract/json.ts'
import { keyName, keyTerms } from '#contract/keys.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import type { StoredKey } from '#service/state/key-store.ts'

/** The path of the key file in a store such as `file:.parley`. */
export function keyFilePath(store: string): string {
  return resolve(store.slice('file:'.length), 'keys.json')
}

/** The folder of the ledger in such a store. */
export function ledgerFolder(store: string): string {
  return resolve(store.slice('file:'.length), 'ledger')
}

/** Version 1 had no number, and only name, hash, begins and created. Its keys get the defaults of the other fields. */
const version = 2

const storedKey = z.object({
  name: keyName,
  /** SHA-256 of the key, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'a hash is 64 hexadecimal digits'),
  /** The key's first characters, so that its owner can recognize it. */
  begins: z.string().max(16),
  /** ISO 8601. */
  created: z.iso.datetime(),
  ...keyTerms.shape,
})
const keyFile = z.object({ version: z.int().optional(), keys: z.array(storedKey) })

/** The file may be sound, but can't be read now. The message is for users. */
export class KeyFileUnreadable extends Error {
  override readonly name = 'KeyFileUnreadable'
}

/**
 * Reads the keys; none if the file doesn't exist. Rejects with a message for users if it is damaged, or can't be read
 * (`KeyFileUnreadable`).
 */
export async function readKeyFile(path: string): Promise<readonly StoredKey[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (reason) {
    if (isSystemError(reason, 'ENOENT')) return []
    const code = systemErrorCode(reason) ?? String(reason)
    const cure = isSystemError(reason, 'EACCES')
      ? `Make the account that runs Parley its owner: chown -R ${account()} ${dirname(path)}`
      : 'Check that it is a file, in a folder that this account can open.'
    throw new KeyFileUnreadable(`The key file ${path} can't be read (${code}). ${cure}`, { cause: reason })
  }
  const value = parseJson(text)
  if (isRecord(value) && typeof value['version'] === 'number' && value['version'] > version) {
    throw new Error(
      `${path} was written by a newer Parley (version ${value['version']}, and this one reads ${version}). Update Parley.`,
    )
  }
  const checked = keyFile.safeParse(value)
  if (checked.success) return checked.data.keys
  const [issue] = checked.error.issues
  const place = issue?.path.join('.') || 'the file'
  throw new Error(
    `${path} is damaged: ${place}: ${issue?.message ?? 'invalid'}. Restore it, or delete it and add the keys again.`,
  )
}

/**
 * Replaces the file atomically, one process after the other. The file, and a folder created for it, are readable by the owner
 * only. If root updates it, the file gets the folder's owner, or the service couldn't read it. Rejects with a message for
 * users, with a 503 if another process doesn't finish its update, or with what `change` throws.
 */
export async function updateKeyFile(
  path: string,
  change: (keys: readonly StoredKey[]) => readonly StoredKey[],
): Promise<void> {
  const next = `${path}.new`
  let file: FileHandle | undefined
  try {
    file = await openTemporaryFile(dirname(path), next)
    const keys = change(await readKeyFile(path))
    await file.writeFile(`${JSON.stringify({ version, keys }, null, 2)}\n`)
    if (isRoot()) {
      const { uid, gid } = await stat(dirname(path))
      await file.chown(uid, gid)
    }
    await file.sync()
    // A process that was paused for long has lost its lock, and with it the file, to another one.
    if (!(await isAt(next, file))) throw changedElsewhere()
    await rename(next, path)
  } catch (reason) {
    if (file && (await isAt(next, file))) await rm(next, { force: true })
    throw describeSystemError(reason, path)
  } finally {
    await file?.close()
  }
}

/** How long an update waits for one of another process. */
const patienceMs = 1000
const retryMs = 20
/** An update takes milliseconds: an older temporary file is of a process that was killed. */
const staleSeconds = 5

/** Opens the file that becomes the new key file. Its exclusive creation is a lock between processes. */
async function openTemporaryFile(folder: string, next: string): Promise<FileHandle> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined && isRoot()) {
    const { uid, gid } = await stat(dirname(made))
    for (let at = folder; at.startsWith(made); at = dirname(at)) await chown(at, uid, gid)
  }
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    try {
      return await open(next, 'wx', 0o600)
    } catch (reason) {
      if (!isSystemError(reason, 'EEXIST')) throw reason
    }
    if (await isStale(next)) await rm(next, { force: true })
    else if (Date.now() > giveUpAt) throw changedElsewhere()
    else await setTimeout(retryMs)
  }
}

async function isStale(next: string): Promise<boolean> {
  const found = await stat(next).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > staleSeconds * 1000
}

/** Whether a path leads to an open file. */
async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const [found, opened] = [await stat(path).catch(() => undefined), await file.stat()]
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev
}

function changedElsewhere(): ServiceError {
  const message = `Another process is changing the keys. Try again in ${staleSeconds} seconds.`
  return refuse('store_unavailable', message, { headers: { 'retry-after': String(staleSeconds) } })
}

/** Whether the file belongs to root because its folder does. Only checked when running as root. */
export async function isOwnedByRoot(path: string): Promise<boolean> {
  return isRoot() && (await stat(path)).uid === 0
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** This process's user name, or its id if it has none. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** Turns system errors, such as a full disk, into a message for users. Other errors already have one. */
function describeSystemError(reason: unknown, path: string): unknown {
  const code = systemErrorCode(reason)
  if (code === undefined) return reason
  return new Error(
    `${path} can’t be written (${code}). Check that this account may write there and that the disk isn’t full.`,
    {
      cause: reason,
    },
  )
}

function isSystemError(reason: unknown, code: string): boolean {
  return systemErrorCode(reason) === code
}

/** Undefined for errors that don't come from the system. */
function systemErrorCode(reason: unknown): string | undefined {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : undefined
}
