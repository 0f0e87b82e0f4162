import { plainLine } from '#contract/plain-text.ts'
import { GgufError } from '#dialects/gguf/gguf-error.ts'
import { estimateMemory, joinModelFiles, partNames, readFileName } from '#dialects/gguf/model-files.ts'
import { type GgufFacts, readGguf } from '#dialects/gguf/read-gguf.ts'

/** A file that the user chose, with a handle where the browser gives one. */
export interface ChosenFile {
  file: File
  handle?: FileSystemFileHandle
}

/** A model that the page can try to load. */
export interface ReadModel {
  /** From the file's name. */
  name: string
  /** All parts, in order. */
  files: readonly ChosenFile[]
  facts: GgufFacts
}

/** In bytes. Browsers can't handle larger buffers, into which the engine reads a file. */
const maxFileSize = 2 ** 31

/**
 * Reads the headers of the chosen files, which must be those of one model. Rejects with `GgufError`, whose message names
 * the file and says what to do.
 */
export async function readModelFiles(chosen: readonly ChosenFile[]): Promise<ReadModel> {
  const [first] = chosen
  const firstName = first && readFileName(first.file.name)
  if (!first || !firstName) {
    const name = first ? `${shown(first.file.name)} is not a GGUF file. ` : ''
    throw new GgufError('not-gguf', `${name}Choose a model file whose name ends with .gguf.`)
  }
  const names = partNames(first.file.name)
  const files = names.flatMap((name) => chosen.find(({ file }) => file.name === name) ?? [])
  const other = chosen.find((each) => !files.includes(each))
  if (other) {
    throw new GgufError(
      'incomplete-split',
      `${shown(other.file.name)} belongs to another model than ${shown(first.file.name)}. Open one model at a time.`,
    )
  }
  const missing = names.find((name) => !files.some(({ file }) => file.name === name))
  if (missing !== undefined) {
    const parts = `${names.length} files, and ${shown(missing)} is not among those you chose`
    throw new GgufError('incomplete-split', `This model is split into ${parts}. Choose all of them together.`)
  }
  const facts: GgufFacts[] = []
  for (const { file } of files) facts.push(await readOne(file))
  return { name: modelName(firstName.model), files, facts: joinModelFiles(facts) }
}

async function readOne(file: File): Promise<GgufFacts> {
  try {
    const facts = await readGguf({
      size: file.size,
      read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
    })
    if (file.size < maxFileSize) return facts
  } catch (reason) {
    if (!(reason instanceof GgufError)) throw reason
    throw new GgufError(reason.problem, `${shown(file.name)}: ${reason.message}`)
  }
  throw new GgufError(
    'too-large',
    `${shown(file.name)} has more than 2 GB, which browsers can’t load in one piece. Split it with “llama-gguf-split --split-max-size 1900M ${shown(file.name)} ${modelName(file.name.replace(/\.gguf$/iu, ''))}”, which comes with llama.cpp, and choose all parts together.`,
  )
}

function shown(name: string): string {
  return plainLine(name, 120)
}

/** Ids have no spaces. */
function modelName(name: string): string {
  return shown(name).replaceAll(/\s+/gu, '-')
}

/** In bytes. What 32 bits can address, which is what browsers give a WebAssembly module. */
const addressable = 2 ** 32
/** In tokens. Its memory is taken when the model is loaded, and browsers have little. */
const longestContext = 8192
const shortestContext = 1024

/** The most memory in bytes that a model may take in this browser. */
export function memoryLimit(): number {
  const gigabytes = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : Number.NaN
  return gigabytes > 0 ? Math.min(addressable, gigabytes * 0.75 * 2 ** 30) : addressable
}

/** The context in tokens with which a model is loaded, and the memory in bytes that it will take, roughly. */
export function planMemory(facts: GgufFacts): { contextLength: number; memory: number } {
  let contextLength = Math.min(facts.contextLength ?? shortestContext * 4, longestContext)
  while (contextLength > shortestContext && estimateMemory(facts, contextLength) > memoryLimit()) {
    contextLength = Math.max(shortestContext, contextLength >> 1)
  }
  return { contextLength, memory: estimateMemory(facts, contextLength) }
}
