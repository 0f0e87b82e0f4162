import { GgufError, corrupt } from './gguf-error.ts'

/** A file to read from. */
export interface GgufSource {
  /** In bytes. */
  size: number
  /** Returns the bytes from `start` up to, and without, `end`. May reject. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** In bytes. Read at once; the only buffer of the reader. */
const windowSize = 1 << 18
/** In bytes. The largest headers, with a vocabulary of 260,000 tokens, take some 15 MB. */
const maxHeader = 128 << 20
/** In bytes. What claims to be longer was never written; what is shorter may have been cut off. */
const maxPlausible = 2 ** 46

/** Reads little-endian values in order. Rejects with `GgufError` for what lies outside the file or the header's limit. */
export class ByteCursor {
  readonly #source: GgufSource
  #view: DataView = new DataView(new ArrayBuffer(0))
  #start = 0
  position = 0

  constructor(source: GgufSource) {
    this.#source = source
  }

  async uint8(): Promise<number> {
    await this.#need(1)
    return this.#view.getUint8(this.#take(1))
  }

  async uint32(): Promise<number> {
    await this.#need(4)
    return this.#view.getUint32(this.#take(4), true)
  }

  /** An unsigned number of 64 bits. Not exact above 2^53, where every length and count is refused anyway. */
  async uint64(): Promise<number> {
    await this.#need(8)
    return this.#uint64()
  }

  /** A number of one of the format's types; a signed one of 64 bits is not exact outside of ±2^53. */
  async number(type: NumberType): Promise<number> {
    const size = numberSizes[type]
    await this.#need(size)
    const at = this.#take(size)
    switch (type) {
      case 'uint8':
        return this.#view.getUint8(at)
      case 'int8':
        return this.#view.getInt8(at)
      case 'uint16':
        return this.#view.getUint16(at, true)
      case 'int16':
        return this.#view.getInt16(at, true)
      case 'uint32':
        return this.#view.getUint32(at, true)
      case 'int32':
        return this.#view.getInt32(at, true)
      case 'float32':
        return this.#view.getFloat32(at, true)
      case 'uint64':
        return Number(this.#view.getBigUint64(at, true))
      case 'int64':
        return Number(this.#view.getBigInt64(at, true))
      case 'float64':
        return this.#view.getFloat64(at, true)
    }
  }

  /** A text of at most `limit` bytes; `what` says in an error whose text it is. */
  async string(limit: number, what: string): Promise<string> {
    const length = this.#checkLength(await this.uint64())
    if (length > limit) {
      throw new GgufError(
        'too-large',
        `${what} has ${length.toLocaleString('en')} bytes, and at most ${limit.toLocaleString('en')} are read. Use another file of this model.`,
      )
    }
    let text = ''
    const decoder = new Utf8Decoder()
    for (let left = length; left > 0;) {
      const size = Math.min(left, windowSize)
      await this.#need(size)
      const at = this.#take(size)
      text += decoder.decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, size), left === size)
      left -= size
    }
    return text
  }

  /** Passes over `bytes`, without reading them. */
  skip(bytes: number): void {
    if (bytes > maxPlausible) throw corrupt('it claims to have a text or a list that no disk can hold')
    if (bytes > this.#source.size - this.position) throw truncated()
    this.position += bytes
    if (this.position > maxHeader) throw headerTooLarge()
  }

  async skipStrings(count: number): Promise<void> {
    if (count > maxPlausible) throw corrupt('it claims to have more texts than any disk can hold')
    if (8 * count > this.#source.size - this.position) throw truncated()
    for (let index = 0; index < count; index++) {
      if (this.position + 8 > this.#start + this.#view.byteLength || this.position < this.#start) await this.#need(8)
      this.skip(this.#checkLength(this.#uint64()))
    }
  }

  #uint64(): number {
    return Number(this.#view.getBigUint64(this.#take(8), true))
  }

  #checkLength(length: number): number {
    if (length > maxPlausible) throw corrupt('it claims to have a text that no disk can hold')
    if (length > this.#source.size - this.position) throw truncated()
    return length
  }

  /** Makes the next `count` bytes available; at most `windowSize`. */
  async #need(count: number): Promise<void> {
    const end = this.position + count
    if (this.position >= this.#start && end <= this.#start + this.#view.byteLength) return
    if (end > this.#source.size) throw truncated()
    if (end > maxHeader) throw headerTooLarge()
    const windowEnd = Math.min(this.position + windowSize, this.#source.size)
    let bytes: Uint8Array
    try {
      bytes = await this.#source.read(this.position, windowEnd)
    } catch {
      throw new GgufError('unreadable', 'The file can’t be read. Check that it still exists, and open it again.')
    }
    if (bytes.length < count) throw truncated()
    this.#start = this.position
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, windowSize))
  }

  /** Moves on by `count`, and returns where these bytes are in the view. */
  #take(count: number): number {
    const at = this.position - this.#start
    this.position += count
    return at
  }
}

/** Types of numbers, with their sizes in bytes. */
export const numberSizes = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  float32: 4,
  uint64: 8,
  int64: 8,
  float64: 8,
} as const

export type NumberType = keyof typeof numberSizes

function truncated(): GgufError {
  return new GgufError(
    'truncated',
    'The file is incomplete: it ends within its header. Download it again, and compare its size.',
  )
}

function headerTooLarge(): GgufError {
  return new GgufError(
    'too-large',
    `The file’s header is larger than ${maxHeader >> 20} MB, which no known model needs. Download the file again.`,
  )
}

/** `TextDecoder` is not part of the language, which is all that this layer has. Invalid bytes become U+FFFD. */
class Utf8Decoder {
  #rest: number[] = []

  /** `isLast` is false when more of the text follows. */
  decode(bytes: Uint8Array, isLast: boolean): string {
    let text = ''
    let points: number[] = []
    const add = (point: number) => {
      points.push(point)
      if (points.length < 4096) return
      text += String.fromCodePoint(...points)
      points = []
    }
    for (const byte of bytes) {
      if (this.#rest.length > 0) {
        if ((byte & 0xc0) === 0x80) {
          this.#rest.push(byte)
          const [first = 0] = this.#rest
          if (this.#rest.length === lengthOf(first)) add(pointOf(this.#rest.splice(0)))
          continue
        }
        this.#rest = []
        add(0xfffd)
      }
      if (byte < 0x80) add(byte)
      else if (lengthOf(byte) === 1) add(0xfffd)
      else this.#rest = [byte]
    }
    if (isLast && this.#rest.splice(0).length > 0) add(0xfffd)
    return text + String.fromCodePoint(...points)
  }
}

/** The length of a sequence that starts with `first`; 1 when none does. */
function lengthOf(first: number): number {
  return first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

function pointOf([first = 0, ...others]: readonly number[]): number {
  const bits = others.length === 1 ? 0x1f : others.length === 2 ? 0x0f : 0x07
  const point = others.reduce((sum, byte) => (sum << 6) | (byte & 0x3f), first & bits)
  const least = [0, 0x80, 0x800, 0x10000][others.length] ?? 0
  const isSurrogate = point >= 0xd800 && point <= 0xdfff
  return point < least || point > 0x10ffff || isSurrogate ? 0xfffd : point
}
