import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ollamaBlobName, ollamaModelName } from '#dialects/gguf/ollama-store.ts'

/** A model file in the store of another program. */
export interface StoredModel {
  /** As that program calls it, like `llama3.2:3b`. */
  name: string
  path: string
}

/** In bytes. Manifests have some hundred. */
const largestManifest = 1 << 20
const mostManifests = 1000

/** The models in Ollama's store; undefined for any other folder. Unreadable entries are skipped. */
export async function readOllamaStore(folder: string): Promise<StoredModel[] | undefined> {
  const manifests = join(folder, 'manifests')
  const blobs = join(folder, 'blobs')
  if (!(await isFolder(manifests)) || !(await isFolder(blobs))) return undefined
  const found: StoredModel[] = []
  const entries = await readdir(manifests, { recursive: true, withFileTypes: true })
  for (const entry of entries.slice(0, 4 * mostManifests)) {
    if (!entry.isFile() || found.length >= mostManifests) continue
    const path = join(entry.parentPath, entry.name)
    const name = ollamaModelName(path.slice(manifests.length + 1))
    const blob = name === undefined ? undefined : await readManifest(path).catch(() => undefined)
    if (name !== undefined && blob !== undefined) found.push({ name, path: join(blobs, blob) })
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

async function readManifest(path: string): Promise<string | undefined> {
  return (await stat(path)).size > largestManifest ? undefined : ollamaBlobName(await readFile(path, 'utf8'))
}

/** Where other programs keep model files, relative to the home folder. */
const stores = [
  { program: 'Ollama', folder: '.ollama/models', contents: 'manifests' },
  { program: 'LM Studio', folder: '.lmstudio/models', contents: '' },
  { program: 'LM Studio', folder: '.cache/lm-studio/models', contents: '' },
]

/** One line for each program on this machine whose model files could be served. */
export async function modelStoreLines(home: string): Promise<string[]> {
  const lines: string[] = []
  for (const { program, folder, contents } of stores) {
    const entries = await readdir(join(home, folder, contents)).catch(() => [])
    if (entries.every((each) => each.startsWith('.'))) continue
    lines.push(`Found model files of ${program}. Serve them without ${program}: PARLEY_MODELS=~/${folder}`)
  }
  return lines
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}
