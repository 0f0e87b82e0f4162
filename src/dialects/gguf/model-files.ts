import { GgufError } from './gguf-error.ts'
import type { GgufFacts } from './read-gguf.ts'

/** What the name of a model file says. */
export interface ModelFileName {
  /** Without the ending and the place in a split model, for example `Qwen3-0.6B-Q8_0`. */
  model: string
  /** The place in a split model, both counted from 1; absent for a model in one file. */
  part?: { number: number; count: number }
}

/** Reads the name of a file, without folders. Undefined if it doesn't end with `.gguf`. */
export function readFileName(name: string): ModelFileName | undefined {
  const match = /^(.+?)(?:-(\d{5})-of-(\d{5}))?\.gguf$/iu.exec(name)
  if (!match) return undefined
  const [, model = '', number, count] = match
  return { model, ...(number !== undefined && count !== undefined && { part: { number: +number, count: +count } }) }
}

/** The names that all files of a split model have, in order; just the given one for a model in one file. */
export function partNames(name: string): string[] {
  const { part } = readFileName(name) ?? {}
  if (!part) return [name]
  const stem = name.replace(/-\d{5}-of-\d{5}\.gguf$/iu, '')
  const digits = (number: number) => String(number).padStart(5, '0')
  const count = Math.min(part.count, maxParts)
  return Array.from({ length: count }, (_, index) => `${stem}-${digits(index + 1)}-of-${digits(part.count)}.gguf`)
}

const maxParts = 1000

/**
 * Joins the facts of all files of a model, given in order, and checks that it can chat. Throws a `GgufError` if files are
 * missing, don't belong together, or contain something else than a language model.
 */
export function joinModelFiles(parts: readonly GgufFacts[]): GgufFacts {
  const [first] = parts
  const count = first?.split?.count ?? 1
  if (!first || parts.length !== count) {
    throw new GgufError(
      'incomplete-split',
      `This model is split into ${count} files, but only ${parts.length} ${parts.length === 1 ? 'was' : 'were'} found. Select all of them together, or put them in the same folder.`,
    )
  }
  const total = (of: (facts: GgufFacts) => number) => parts.reduce((sum, facts) => sum + of(facts), 0)
  const isInOrder = parts.every(({ split }, index) => (split?.number ?? 0) === index && (split?.count ?? 1) === count)
  const tensorCount = total((facts) => facts.tensorCount)
  if (!isInOrder || (first.split?.tensorCount ?? tensorCount) !== tensorCount) {
    throw new GgufError(
      'incomplete-split',
      'These files are not parts of the same model. Select all files of one model, with their original names.',
    )
  }
  checkIsLanguageModel(first, tensorCount)
  return {
    ...first,
    tensorCount,
    parameterCount: total((facts) => facts.parameterCount),
    dataSize: total((facts) => facts.dataSize),
  }
}

function checkIsLanguageModel(facts: GgufFacts, tensorCount: number): void {
  const { architecture, type, vocabularySize, writesText } = facts
  const problem =
    type !== undefined
      ? `its type is ${type}`
      : architecture === ''
        ? 'it doesn’t name its architecture'
        : architecture === 'clip'
          ? 'it is the vision part of another model'
          : !writesText
            ? 'it is an embedding model'
            : vocabularySize === undefined
              ? 'it has no vocabulary'
              : tensorCount === 0
                ? 'it has no weights'
                : undefined
  if (problem === undefined) return
  throw new GgufError('unsupported', `This isn’t a chat model: ${problem}. Choose the file of a language model.`)
}

/** In tokens: how many a model reads at once. llama.cpp's default. */
const batchSize = 512
/** In bytes: the program itself and its buffers that don't depend on the model. */
const fixedOverhead = 64 << 20

/**
 * Estimates the memory in bytes that a loaded model takes with room for `contextLength` tokens in each of `slots`
 * conversations at a time. It is the sum of
 * - the weights: as large as in the file
 * - the context: for each token, the keys and values of all layers, in half precision
 * - the work: for each token that is read at once, a number of four bytes per entry of the vocabulary, and sixteen per
 *   element of an embedding
 * - 64 MB for the rest
 *
 * Models with a sliding window, or without attention in every layer, take less for their context.
 */
export function estimateMemory(facts: GgufFacts, contextLength: number, slots = 1): number {
  const { width, kvBytesPerToken } = facts.shape
  const work = batchSize * 4 * ((facts.vocabularySize ?? 0) + 16 * width)
  return facts.dataSize + slots * contextLength * kvBytesPerToken + work + fixedOverhead
}
