// Writes the GGUF file format, version 3, little-endian: a header, key-value metadata, a table of tensors and their data.
// It checks nothing, so that tests can also write what no reader should accept.

/** The numbers of the value types in a file. */
const typeNumbers = { uint8: 0, uint16: 2, uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9, uint64: 10 }

/** The value of one metadata key. */
export type GgufValue =
  | { type: 'uint8' | 'uint16' | 'uint32' | 'int32' | 'float32'; value: number }
  | { type: 'uint64'; value: bigint }
  | { type: 'bool'; value: boolean }
  | { type: 'string'; value: string }
  | { type: 'array'; of: 'int32' | 'float32'; value: readonly number[] }
  | { type: 'array'; of: 'string'; value: readonly string[] }

/** One tensor. The first dimension is the length of a row; half precision takes the file half the space. */
export interface GgufTensor {
  name: string
  dimensions: readonly number[]
  precision: 'f32' | 'f16'
  values: Float32Array
}

/** What a file contains. */
export interface GgufContent {
  metadata: readonly (readonly [key: string, value: GgufValue])[]
  tensors: readonly GgufTensor[]
}

/** Where the data of a tensor may start, in bytes. The format's default. */
const alignment = 32

/** Returns the bytes of a GGUF file. */
export function writeGguf({ metadata, tensors }: GgufContent): Uint8Array<ArrayBuffer> {
  const header = new ByteWriter()
  header.raw(new TextEncoder().encode('GGUF'))
  header.uint32(3)
  header.uint64(BigInt(tensors.length))
  header.uint64(BigInt(metadata.length))
  for (const [key, value] of metadata) {
    header.string(key)
    header.uint32(typeNumbers[value.type])
    writeValue(header, value)
  }
  const data = new ByteWriter()
  for (const { name, dimensions, precision, values } of tensors) {
    header.string(name)
    header.uint32(dimensions.length)
    for (const each of dimensions) header.uint64(BigInt(each))
    header.uint32(precision === 'f32' ? 0 : 1)
    header.uint64(BigInt(data.length))
    data.raw(precision === 'f32' ? bytesOf(values) : bytesOf(Uint16Array.from(values, halfBits)))
    data.padTo(alignment)
  }
  header.padTo(alignment)
  header.raw(data.bytes())
  return header.bytes()
}

function writeValue(to: ByteWriter, value: GgufValue): void {
  switch (value.type) {
    case 'uint8':
      return to.uint8(value.value)
    case 'bool':
      return to.uint8(value.value ? 1 : 0)
    case 'uint16':
      return to.raw(bytesOf(Uint16Array.of(value.value)))
    case 'uint32':
      return to.uint32(value.value)
    case 'int32':
      return to.uint32(value.value >>> 0)
    case 'float32':
      return to.raw(bytesOf(Float32Array.of(value.value)))
    case 'uint64':
      return to.uint64(value.value)
    case 'string':
      return to.string(value.value)
    case 'array':
      to.uint32(typeNumbers[value.of])
      to.uint64(BigInt(value.value.length))
      if (value.of === 'string') for (const each of value.value) to.string(each)
      else to.raw(bytesOf(value.of === 'int32' ? Int32Array.from(value.value) : Float32Array.from(value.value)))
  }
}

/** The machine's byte order, which is little-endian wherever our tests run. */
function bytesOf(values: Float32Array | Int32Array | Uint16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

/** The bits of the half-precision number nearest to zero from `value`. Tiny numbers become 0, large ones infinite. */
function halfBits(value: number): number {
  const bits = new DataView(new ArrayBuffer(4))
  bits.setFloat32(0, value)
  const single = bits.getUint32(0)
  const sign = (single >>> 16) & 0x8000
  const exponent = ((single >>> 23) & 0xff) - 112
  if (exponent <= 0) return sign
  if (exponent >= 31) return sign | 0x7c00
  return sign | (exponent << 10) | ((single >>> 13) & 0x3ff)
}

class ByteWriter {
  #bytes = new Uint8Array(65_536)
  length = 0

  raw(bytes: Uint8Array): void {
    const end = this.length + bytes.length
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.length)
    this.length = end
  }

  uint8(value: number): void {
    this.raw(Uint8Array.of(value))
  }

  uint32(value: number): void {
    const view = new DataView(new ArrayBuffer(4))
    view.setUint32(0, value, true)
    this.raw(new Uint8Array(view.buffer))
  }

  uint64(value: bigint): void {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, value, true)
    this.raw(new Uint8Array(view.buffer))
  }

  string(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.uint64(BigInt(bytes.length))
    this.raw(bytes)
  }

  padTo(multiple: number): void {
    const missing = (multiple - (this.length % multiple)) % multiple
    this.raw(new Uint8Array(missing))
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length)
  }
}
