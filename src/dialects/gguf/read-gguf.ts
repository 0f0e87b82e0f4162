import { plainLine } from '#contract/plain-text.ts'
import { ByteCursor, type GgufSource } from './byte-cursor.ts'
import { GgufError, corrupt } from './gguf-error.ts'
import { type Metadata, readMetadata } from './metadata.ts'
import { quantizationName, tensorSize } from './quantizations.ts'

/** What a GGUF file says about itself. What it doesn't say is absent. Texts are safe to display, except the template. */
export interface GgufFacts {
  /** The name of the architecture, like `llama`; empty in the second and later files of a split model. */
  architecture: string
  name?: string
  author?: string
  license?: string
  /** For example `Q4_K_M`. */
  quantization?: string
  /** The context for which the model was trained, in tokens. */
  contextLength?: number
  /** A Jinja template that turns messages into a prompt. */
  chatTemplate?: string
  /** The number of weights in this file. */
  parameterCount: number
  tensorCount: number
  /** The bytes from the first tensor to the end of the file. */
  dataSize: number
  /** In tokens. */
  vocabularySize?: number
  /** Where this file belongs in a split model; `number` starts at 0, and `tensorCount` is that of all files. */
  split?: { number: number; count: number; tensorCount?: number }
  /** False for an encoder, such as an embedding model, which writes no text. */
  writesText: boolean
  /** What the file contains if it is no model, for instance an adapter. */
  type?: string
  /** The sizes on which the memory for a conversation depends. */
  shape: { layers: number; width: number; kvBytesPerToken: number }
}

const magic = 0x46554747 // GGUF
const maxKeys = 10_000
const maxTensors = 65_536
/** In bytes. llama.cpp refuses names of 64 bytes and more. */
const maxTensorName = 128
/** More layers than any model has. */
const maxLayers = 1024
/** A longer embedding than any model has. */
const maxWidth = 2 ** 20

/**
 * Reads the header of a GGUF file, of version 2 or 3. Rejects with `GgufError` for any other file, and with nothing else.
 * Reads 256 KB at a time, never keeps more than 64 MB, and reads at most the first 128 MB.
 */
export async function readGguf(source: GgufSource): Promise<GgufFacts> {
  const cursor = new ByteCursor(source)
  if (source.size < 24) throw notGguf()
  if ((await cursor.uint32()) !== magic) throw notGguf()
  checkVersion(await cursor.uint32())
  const tensorCount = checkCount(await cursor.uint64(), maxTensors, 'tensors')
  const keyCount = checkCount(await cursor.uint64(), maxKeys, 'metadata keys')
  const metadata = await readMetadata(cursor, keyCount)
  const tensors = await readTensors(cursor, tensorCount)

  const alignment = metadata.count('general.alignment') ?? 32
  if ((alignment & (alignment - 1)) !== 0 || alignment > 1 << 20) throw corrupt(`its alignment is ${alignment}`)
  const dataStart = Math.ceil(cursor.position / alignment) * alignment
  const dataSize = Math.max(0, source.size - dataStart)
  checkTensors(tensors, alignment, dataSize)
  return { ...readFacts(metadata), parameterCount: sumOf(tensors.map(({ weights }) => weights)), tensorCount, dataSize }
}

function notGguf(): GgufError {
  return new GgufError(
    'not-gguf',
    'This isn’t a GGUF file. Choose a model in GGUF format, or download it again if its name ends in .gguf.',
  )
}

function checkVersion(version: number): void {
  if (version === 2 || version === 3) return
  // The lower half of a small number in the other byte order is empty.
  if (version !== 0 && (version & 0xffff) === 0) {
    throw new GgufError('big-endian', 'This file is for big-endian machines. Use the little-endian file of this model.')
  }
  throw new GgufError(
    'unsupported-version',
    `GGUF version ${version} isn’t supported; versions 2 and 3 are. Convert the file with llama.cpp’s tools, or use a newer file of this model.`,
  )
}

function checkCount(count: number, most: number, what: string): number {
  if (count <= most) return count
  throw corrupt(
    `it claims to have ${count.toLocaleString('en')} ${what}, and at most ${most.toLocaleString('en')} are read`,
  )
}

interface Tensor {
  name: string
  type: number
  rowLength: number
  weights: number
  offset: number
}

async function readTensors(cursor: ByteCursor, count: number): Promise<Tensor[]> {
  const tensors = new Map<string, Tensor>()
  for (let index = 0; index < count; index++) {
    const name = plainLine(await cursor.string(maxTensorName, 'The name of a tensor'), maxTensorName)
    const dimensions = await cursor.uint32()
    if (dimensions > 4) throw corrupt(`the tensor ${name} has ${dimensions} dimensions, and at most 4 exist`)
    const sizes: number[] = []
    for (let each = 0; each < dimensions; each++) sizes.push(await cursor.uint64())
    const weights = sizes.reduce((product, size) => product * size, 1)
    if (!Number.isSafeInteger(weights)) throw corrupt(`the tensor ${name} has more weights than can be counted`)
    const type = await cursor.uint32()
    const offset = await cursor.uint64()
    if (tensors.has(name)) throw corrupt(`it has the tensor ${name} twice`)
    tensors.set(name, { name, type, rowLength: sizes[0] ?? 1, weights, offset })
  }
  return [...tensors.values()]
}

function checkTensors(tensors: readonly Tensor[], alignment: number, dataSize: number): void {
  for (const { name, type, rowLength, weights, offset } of tensors) {
    if (offset % alignment !== 0) throw corrupt(`the data of the tensor ${name} is not aligned`)
    const size = tensorSize(type, rowLength, weights)
    if (size === null) throw corrupt(`the rows of the tensor ${name} don’t fit its type`)
    // A type that is not known here may be known to llama.cpp, which checks its size.
    const end = offset + (size ?? 0)
    if (!Number.isSafeInteger(end)) throw corrupt(`the tensor ${name} starts beyond any file`)
    if (end <= dataSize) continue
    const missing = (end - dataSize).toLocaleString('en')
    throw new GgufError(
      'truncated',
      `The file is incomplete: ${missing} bytes are missing from the tensor ${name}. Download it again, and compare its size.`,
    )
  }
}

function readFacts(metadata: Metadata): Omit<GgufFacts, 'parameterCount' | 'tensorCount' | 'dataSize'> {
  const architecture = metadata.line('general.architecture') ?? ''
  const of = (key: string) => metadata.count(`${architecture}.${key}`)
  checkSize(metadata, `${architecture}.block_count`, maxLayers)
  checkSize(metadata, `${architecture}.embedding_length`, maxWidth)
  const vocabularySize = metadata.lengths.get('tokenizer.ggml.tokens') ?? of('vocab_size')
  const type = metadata.line('general.type')
  const fileType = metadata.numbers.get('general.file_type')
  const isEncoder = metadata.numbers.get(`${architecture}.attention.causal`) === 0
  const name = metadata.line('general.name')
  const author = metadata.line('general.author') ?? metadata.line('general.organization')
  const license = metadata.line('general.license')
  const quantization = fileType === undefined ? undefined : quantizationName(fileType)
  const contextLength = of('context_length')
  const chatTemplate = metadata.texts.get('tokenizer.chat_template')
  return {
    architecture,
    writesText: !isEncoder && !metadata.numbers.has(`${architecture}.pooling_type`),
    shape: readShape(metadata, architecture),
    ...(name !== undefined && { name }),
    ...(author !== undefined && { author }),
    ...(license !== undefined && { license }),
    ...(quantization !== undefined && { quantization }),
    ...(contextLength !== undefined && { contextLength }),
    ...(chatTemplate !== undefined && { chatTemplate }),
    ...(vocabularySize !== undefined && { vocabularySize }),
    ...(type !== undefined && type !== 'model' && { type }),
    ...readSplit(metadata),
  }
}

/** llama.cpp doesn't check these, and crashes. */
function checkSize(metadata: Metadata, key: string, most: number): void {
  const size = metadata.numbers.get(key)
  if (size !== undefined && !(size >= 1 && size <= most)) throw corrupt(`its ${key} is ${size}`)
}

function readSplit(metadata: Metadata): Pick<GgufFacts, 'split'> {
  const count = metadata.count('split.count')
  if (count === undefined || count < 2) return {}
  const tensorCount = metadata.count('split.tensors.count')
  const number = metadata.numbers.get('split.no') ?? 0
  return { split: { number, count, ...(tensorCount !== undefined && { tensorCount }) } }
}

/** The key and the value of each head in each layer, as half-precision numbers. */
function readShape(metadata: Metadata, architecture: string): GgufFacts['shape'] {
  const of = (key: string) => metadata.count(`${architecture}.${key}`)
  const layers = of('block_count') ?? 0
  const width = of('embedding_length') ?? 0
  const heads = of('attention.head_count') ?? 1
  const perHead = (of('attention.key_length') ?? width / heads) + (of('attention.value_length') ?? width / heads)
  const perLayer = metadata.arrays.get(`${architecture}.attention.head_count_kv`)
  const kvHeads = perLayer ? sumOf(perLayer.slice(0, layers)) : layers * (of('attention.head_count_kv') ?? heads)
  return { layers, width, kvBytesPerToken: Math.max(0, Math.ceil(kvHeads * perHead * 2)) }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
