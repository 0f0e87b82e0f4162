import { Dexie, type Table } from 'dexie'
import type { GgufFacts } from '#dialects/gguf/read-gguf.ts'

/** A file of a model. Without a handle, it is a copy in the origin's private file system, under its name. */
export interface StoredFile {
  name: string
  size: number
  handle?: FileSystemFileHandle
}

/** A model that was opened in this browser. */
export interface StoredModel {
  name: string
  files: StoredFile[]
  facts: GgufFacts
  /** In milliseconds since the epoch. */
  openedAt: number
}

/** Add a version to change its schema; never edit one. */
class ModelFilesDb extends Dexie {
  readonly models: Table<StoredModel, string>

  constructor() {
    super('parley.model-files')
    this.version(1).stores({ models: 'name' })
    this.models = this.table('models')
  }
}

const db = new ModelFilesDb()

/** The models of this browser, the last opened first; none if the browser stores nothing. */
export async function storedModels(): Promise<StoredModel[]> {
  const all = await db.models.toArray().catch(() => [])
  return all.toSorted((one, other) => other.openedAt - one.openedAt)
}

/** Remembers a model. Returns whether the browser did. */
export async function saveModel(model: StoredModel): Promise<boolean> {
  try {
    await db.models.put(model)
    return true
  } catch {
    return false
  }
}

/** Forgets a model, and deletes its copy. */
export async function deleteModel({ name, files }: Pick<StoredModel, 'name' | 'files'>): Promise<void> {
  await db.models.delete(name).catch(() => undefined)
  const folder = await modelFolder().catch(() => undefined)
  for (const file of files) if (!file.handle) await folder?.removeEntry(file.name).catch(() => undefined)
}

/** What became of copying a model's files. `missing` is the space that the browser doesn't give, in bytes. */
export type CopyOutcome = 'copied' | 'failed' | { missing: number }

/**
 * Copies files into the origin's private file system, where they can be read on the next visit without asking. Rejects
 * only with the signal's reason when aborted; then no file is left behind.
 */
export async function copyFiles(
  files: readonly File[],
  { signal, onWritten }: { signal: AbortSignal; onWritten(bytes: number): void },
): Promise<CopyOutcome> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}))
  if (quota - usage < total) return { missing: total - (quota - usage) }
  const written: string[] = []
  let bytes = 0
  try {
    const folder = await modelFolder()
    for (const file of files) {
      const handle = await folder.getFileHandle(file.name, { create: true })
      written.push(file.name)
      const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          onWritten((bytes += chunk.length))
          controller.enqueue(chunk)
        },
      })
      await file
        .stream()
        .pipeThrough(counted)
        .pipeTo(await handle.createWritable(), { signal })
    }
    return 'copied'
  } catch {
    const folder = await modelFolder().catch(() => undefined)
    for (const name of written) await folder?.removeEntry(name).catch(() => undefined)
    signal.throwIfAborted()
    return 'failed'
  }
}

/** Whether all files of a model can be read now, must be asked for, or are gone. */
export type FileAccess = 'granted' | 'prompt' | 'gone'

/** How the browser would answer a request for the files of a model. Asks the user nothing. */
export async function accessTo({ files }: StoredModel): Promise<FileAccess> {
  for (const { handle } of files) {
    if (handle && (await permissionOf(handle, 'queryPermission')) !== 'granted') return 'prompt'
  }
  return 'granted'
}

/**
 * The files of a model. With `mayAsk`, which needs a user's gesture, the browser may ask for permission. Returns the access
 * if there is none.
 */
export async function filesOf(
  { files }: StoredModel,
  mayAsk: boolean,
): Promise<File[] | Exclude<FileAccess, 'granted'>> {
  try {
    const opened: File[] = []
    for (const { name, size, handle } of files) {
      if (handle && (await permissionOf(handle, mayAsk ? 'requestPermission' : 'queryPermission')) !== 'granted')
        return 'prompt'
      const file = await (handle ?? (await (await modelFolder()).getFileHandle(name))).getFile()
      if (file.size !== size) return 'gone'
      opened.push(file)
    }
    return opened
  } catch {
    return 'gone'
  }
}

/** TypeScript doesn't know the permissions of handles, which only some browsers have. */
interface PermissionMethods {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>
}

async function permissionOf(
  handle: FileSystemFileHandle & PermissionMethods,
  method: keyof PermissionMethods,
): Promise<PermissionState> {
  return (await handle[method]?.({ mode: 'read' })) ?? 'granted'
}

async function modelFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('models', { create: true })
}
