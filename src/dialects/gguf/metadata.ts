import { plainLine } from '#contract/plain-text.ts'
import { type ByteCursor, type NumberType, numberSizes } from './byte-cursor.ts'
import { corrupt } from './gguf-error.ts'

/** In bytes. */
const maxKeyLength = 512
/** In bytes. The longest templates have some 30 KB. */
const maxTemplate = 1 << 20
const maxText = 64 << 10
/** In characters. */
const maxShown = 200
/** A longer list has no value per layer, and is passed over. */
const maxKeptArray = 1024
const maxKeptArrays = 4

/** As numbered in the format. */
const numberTypes: Readonly<Record<number, NumberType>> = {
  0: 'uint8',
  1: 'int8',
  2: 'uint16',
  3: 'int16',
  4: 'uint32',
  5: 'int32',
  6: 'float32',
  10: 'uint64',
  11: 'int64',
  12: 'float64',
}
const boolType = 7
const stringType = 8
const arrayType = 9

/** The metadata that is of interest here. */
export class Metadata {
  readonly texts = new Map<string, string>()
  readonly numbers = new Map<string, number>()
  readonly arrays = new Map<string, readonly number[]>()
  readonly lengths = new Map<string, number>()

  /** A positive whole number of at most 2^32. */
  count(key: string): number | undefined {
    const value = this.numbers.get(key)
    return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 2 ** 32 ? value : undefined
  }

  line(key: string): string | undefined {
    return plainLine(this.texts.get(key) ?? '', maxShown) || undefined
  }
}

/** Reads `keyCount` keys and their values. Keeps all numbers, but only the texts and lists that are used. */
export async function readMetadata(cursor: ByteCursor, keyCount: number): Promise<Metadata> {
  const metadata = new Metadata()
  const seen = new Set<string>()
  for (let index = 0; index < keyCount; index++) {
    const key = await cursor.string(maxKeyLength, 'The name of a metadata key')
    if (seen.has(key)) throw corrupt(`it has the key ${plainLine(key, maxShown)} twice`)
    seen.add(key)
    await readValue(cursor, key, metadata)
  }
  return metadata
}

async function readValue(cursor: ByteCursor, key: string, metadata: Metadata): Promise<void> {
  const type = await cursor.uint32()
  const numberType = numberTypes[type]
  if (numberType) {
    metadata.numbers.set(key, await cursor.number(numberType))
  } else if (type === boolType) {
    metadata.numbers.set(key, await cursor.uint8())
  } else if (type === stringType) {
    if (key === 'tokenizer.chat_template')
      metadata.texts.set(key, await cursor.string(maxTemplate, 'The chat template'))
    else if (keptTexts.has(key)) metadata.texts.set(key, await cursor.string(maxText, `The text of ${key}`))
    else await cursor.skipStrings(1)
  } else if (type === arrayType) {
    await readArray(cursor, key, metadata)
  } else {
    throw corrupt(`the key ${plainLine(key, maxShown)} has a value of the unknown type ${type}`)
  }
}

const keptTexts = new Set([
  'general.architecture',
  'general.type',
  'general.name',
  'general.author',
  'general.organization',
  'general.license',
])

async function readArray(cursor: ByteCursor, key: string, metadata: Metadata): Promise<void> {
  const type = await cursor.uint32()
  const length = await cursor.uint64()
  metadata.lengths.set(key, length)
  const numberType = type === boolType ? 'uint8' : numberTypes[type]
  if (type === stringType) {
    await cursor.skipStrings(length)
  } else if (!numberType) {
    throw corrupt(`the key ${plainLine(key, maxShown)} has a list of the unsupported type ${type}`)
  } else if (length > maxKeptArray || !key.endsWith('.head_count_kv') || metadata.arrays.size === maxKeptArrays) {
    cursor.skip(length * numberSizes[numberType])
  } else {
    const values: number[] = []
    for (let index = 0; index < length; index++) values.push(await cursor.number(numberType))
    metadata.arrays.set(key, values)
  }
}
