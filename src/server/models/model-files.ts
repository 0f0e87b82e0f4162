import { open, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { GgufSource } from '#dialects/gguf/byte-cursor.ts'
import { GgufError } from '#dialects/gguf/gguf-error.ts'
import { joinModelFiles, partNames, readFileName } from '#dialects/gguf/model-files.ts'
import { type GgufFacts, readGguf } from '#dialects/gguf/read-gguf.ts'
import { plainLine } from '#contract/plain-text.ts'
import { readOllamaStore } from './model-stores.ts'

/** A model on the disk. */
export interface ModelFile {
  /** Unique among the files. */
  name: string
  /** The file, or the first of a split model. */
  path: string
  /** Changes with the file. */
  stamp: string
  facts?: GgufFacts
  /** Why it can't be used, and what to do. */
  problem?: string
}

/** What a setting names: models, and one sentence for each path without any. */
interface FoundFiles {
  files: ModelFile[]
  problems: string[]
}

/** Folders in folders: LM Studio keeps PUBLISHER/MODEL/FILE. */
const deepest = 4
const mostFiles = 1000

/** Finds models in files and folders, and reads again only what has changed. */
export function createModelFiles(paths: readonly string[]): () => Promise<FoundFiles> {
  const known = new Map<string, ModelFile>()

  async function readModel(path: string, givenName?: string): Promise<ModelFile | undefined> {
    const names = partNames(basename(path))
    const parts = names.map((name) => join(dirname(path), name))
    const stats = await Promise.all(parts.map((each) => stat(each).catch(() => undefined)))
    const stamp = stats.map((each) => `${each?.size}-${each?.mtimeMs}`).join(' ')
    const before = known.get(path)
    if (before?.stamp === stamp) return before
    const name = plainLine(givenName ?? readFileName(basename(path))?.model ?? basename(path), 200)
    const file = { name, path, stamp, ...(await readParts(parts.filter((_, index) => stats[index]))) }
    known.set(path, file)
    return file
  }

  return async () => {
    const files: ModelFile[] = []
    const problems: string[] = []
    for (const path of paths.map((each) => resolve(each.replace(/^~(?=[\\/]|$)/u, homedir())))) {
      const candidates = await candidatesAt(path).catch((reason: unknown) => String(reason))
      if (typeof candidates === 'string') {
        problems.push(`PARLEY_MODELS: ${path} can’t be read. Check that it exists, and its permissions.`)
        continue
      }
      if (candidates.length === 0) {
        problems.push(`PARLEY_MODELS: ${path} contains no models. Add a .gguf file.`)
      }
      for (const { path: candidate, name } of candidates.slice(0, mostFiles)) {
        const file = await readModel(candidate, name)
        if (file && !files.some((each) => each.path === file.path))
          files.push({ ...file, name: freeName(file.name, files) })
      }
    }
    return { files, problems }
  }
}

interface Candidate {
  path: string
  /** If the file's own name doesn't say it. */
  name?: string
}

/** The files that may be models: of a split model only the first. */
async function candidatesAt(path: string): Promise<Candidate[]> {
  if (!(await stat(path)).isDirectory()) return [{ path }]
  const stored = await readOllamaStore(path)
  if (stored) return stored
  const found: Candidate[] = []
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.toSorted((one, other) => one.name.localeCompare(other.name))) {
      if (found.length >= mostFiles) return
      const inside = join(folder, entry.name)
      const isFolder =
        entry.isDirectory() || (entry.isSymbolicLink() && (await stat(inside).catch(() => undefined))?.isDirectory())
      if (isFolder && depth < deepest) await visit(inside, depth + 1)
      const name = isFolder ? undefined : readFileName(entry.name)
      // The part of a model that sees pictures lies beside the model.
      if (name && (name.part?.number ?? 1) === 1 && !/^mmproj/iu.test(entry.name)) found.push({ path: inside })
    }
  }
  await visit(path, 1)
  return found
}

function freeName(name: string, files: readonly ModelFile[]): string {
  let free = name
  for (let next = 2; files.some((each) => each.name === free); next++) free = `${name}-${next}`
  return free
}

async function readParts(paths: readonly string[]): Promise<Pick<ModelFile, 'facts' | 'problem'>> {
  try {
    const parts: GgufFacts[] = []
    for (const path of paths) parts.push(await readFile(path))
    return { facts: joinModelFiles(parts) }
  } catch (reason) {
    if (reason instanceof GgufError) return { problem: reason.message }
    return { problem: 'The file can’t be read. Check its permissions.' }
  }
}

async function readFile(path: string): Promise<GgufFacts> {
  await using file = await open(path)
  const { size } = await file.stat()
  const source: GgufSource = {
    size,
    async read(start, end) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    },
  }
  return await readGguf(source)
}
