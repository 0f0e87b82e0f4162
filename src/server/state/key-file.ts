import { chown, mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'

/** Where the keys of `npm run keys` are, in the store that the settings name: `file:` and a folder. */
export function keyFileIn(store: string): string {
  return resolve(store.slice('file:'.length), 'keys.json')
}

const nameRule = 'a name is 1 to 64 letters, digits, dots, dashes or underscores, and begins with a letter or digit'

/** How a key may be called, so that its name is safe in a log, a table and a shell. */
export const keyName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, nameRule)

const keptKey = z.object({
  name: keyName,
  /** SHA-256 of the key, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'a hash is 64 hexadecimal digits'),
  /** The key's beginning, by which its owner knows it again. */
  begins: z.string().max(16),
  /** ISO 8601. */
  created: z.iso.datetime(),
})
const keyFile = z.object({ keys: z.array(keptKey) })

/** A key as the file keeps it: its hash and what helps its owner, never the key. */
export type KeptKey = z.infer<typeof keptKey>

/** The keys in the file; none when there is no file. Rejects with a sentence that names the file when it is not as we wrote it. */
export async function readKeyFile(path: string): Promise<readonly KeptKey[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (reason) {
    if (isSystemError(reason, 'ENOENT')) return []
    const code = codeOf(reason) ?? String(reason)
    const cure = isSystemError(reason, 'EACCES')
      ? `Give it to the account that runs Parley: chown -R ${account()} ${dirname(path)}`
      : 'Check that it is a file, in a folder that this account can open.'
    throw new Error(`The key file ${path} can't be read (${code}). ${cure}`, { cause: reason })
  }
  const checked = keyFile.safeParse(parseJson(text))
  if (checked.success) return checked.data.keys
  const [issue] = checked.error.issues
  const place = issue?.path.join('.') || 'the file'
  throw new Error(
    `${path} is damaged: ${place}: ${issue?.message ?? 'invalid'}. Restore it, or delete it and add the keys anew.`,
  )
}

/**
 * Changes the file as a whole: a reader sees the keys of before or those of after, and of two changes at once the second
 * is refused. The file is for its owner only, and so is a folder that is made for it. When root changes it, the file gets
 * the folder's owner, or the service could not read it. Rejects with a sentence, also with that of `change`.
 */
export async function changeKeyFile(
  path: string,
  change: (keys: readonly KeptKey[]) => readonly KeptKey[],
): Promise<void> {
  const next = `${path}.new`
  const file = await openNext(dirname(path), next).catch((reason: unknown) => {
    throw explained(reason, path)
  })
  try {
    const keys = change(await readKeyFile(path))
    await file.writeFile(`${JSON.stringify({ keys }, null, 2)}\n`)
    if (isRoot()) {
      const { uid, gid } = await stat(dirname(path))
      await file.chown(uid, gid)
    }
    await file.sync()
    await file.close()
    await rename(next, path)
  } catch (reason) {
    await file.close().catch(() => undefined)
    await rm(next, { force: true })
    throw explained(reason, path)
  }
}

async function openNext(folder: string, next: string): Promise<FileHandle> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined && isRoot()) {
    const { uid, gid } = await stat(dirname(made))
    for (let at = folder; at.startsWith(made); at = dirname(at)) await chown(at, uid, gid)
  }
  // Being the only one who can create this file is what keeps a second command out.
  return open(next, 'wx', 0o600).catch((reason: unknown) => {
    if (!isSystemError(reason, 'EEXIST')) throw reason
    throw new Error(`Another command is changing the keys. Try again; if none is running, delete ${next}.`)
  })
}

/** Whether root made a key file that it had to keep for itself, since root owns its folder. */
export async function isRootsOwn(path: string): Promise<boolean> {
  return isRoot() && (await stat(path)).uid === 0
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The account of this process: its name, or its number where it has none. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** The system's errors, such as a full disk, in a sentence; all others have theirs. */
function explained(reason: unknown, path: string): unknown {
  const code = codeOf(reason)
  if (code === undefined) return reason
  return new Error(
    `${path} cannot be written (${code}). See that this account may write there, and that there is room.`,
    {
      cause: reason,
    },
  )
}

function isSystemError(reason: unknown, code: string): boolean {
  return codeOf(reason) === code
}

/** The system's name for what went wrong; undefined for an error that is not the system's. */
function codeOf(reason: unknown): string | undefined {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : undefined
}
