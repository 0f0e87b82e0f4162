import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GgufSource } from '#dialects/gguf/byte-cursor.ts'
import { GgufError } from '#dialects/gguf/gguf-error.ts'
import { estimateMemory, joinModelFiles, partNames, readFileName } from '#dialects/gguf/model-files.ts'
import { readGguf } from '#dialects/gguf/read-gguf.ts'
import { chatmlTemplate, splitTinyGguf, tinyGguf } from './tiny-gguf.ts'
import { type GgufContent, type GgufValue, writeGguf } from './write-gguf.ts'

// The reader is in a layer that may not import the writer, so its tests are here.

const model = tinyGguf()

/** Counts what was read, so that a test can see that a file wasn't read whole. */
function sourceOf(bytes: Uint8Array): GgufSource & { bytesRead: number } {
  const source = {
    size: bytes.length,
    bytesRead: 0,
    read: async (start: number, end: number) => {
      source.bytesRead += end - start
      return bytes.slice(start, end)
    },
  }
  return source
}

async function problemOf(bytes: Uint8Array): Promise<GgufError> {
  const error: unknown = await readGguf(sourceOf(bytes)).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof GgufError) return error
  throw new Error('The file was read, or failed with another error.', { cause: error })
}

/** A copy of the model with other bytes at `offset`. */
function patched(offset: number, ...bytes: number[]): Uint8Array {
  const copy = model.slice()
  copy.set(bytes, offset)
  return copy
}

function withMetadata(...metadata: [string, GgufValue][]): Uint8Array {
  return writeGguf({ metadata, tensors: [] })
}

describe('a model file', () => {
  it('says what it is', async () => {
    const facts = await readGguf(sourceOf(model))
    expect(facts).toMatchObject({
      architecture: 'llama',
      name: 'Tiny random model',
      author: 'Parley’s tests',
      license: 'mit',
      quantization: 'F16',
      contextLength: 2048,
      chatTemplate: chatmlTemplate,
      tensorCount: 21,
      writesText: true,
      shape: { layers: 2, width: 64, kvBytesPerToken: 2 * 1 * (32 + 32) * 2 },
    })
    expect(facts).not.toHaveProperty('split')
    expect(facts.parameterCount).toBeGreaterThan(150_000)
    // Nearly all weights are in half precision.
    expect(facts.dataSize / facts.parameterCount).toBeCloseTo(2, 1)
  })

  it('is read only up to its weights', async () => {
    const source = sourceOf(tinyGguf({ layers: 40 }))
    await readGguf(source)
    expect(source.size).toBeGreaterThan(3_000_000)
    expect(source.bytesRead).toBeLessThan(600_000)
  })

  it('needs memory for its weights and for each conversation', async () => {
    const facts = joinModelFiles([await readGguf(sourceOf(model))])
    const small = estimateMemory(facts, 1000)
    expect(small).toBeGreaterThan(facts.dataSize)
    expect(estimateMemory(facts, 3000) - small).toBe(2000 * facts.shape.kvBytesPerToken)
    expect(estimateMemory(facts, 1000, 3) - small).toBe(2000 * facts.shape.kvBytesPerToken)
  })

  it('is recognised by its name', () => {
    expect(readFileName('Qwen3-0.6B-Q8_0.gguf')).toEqual({ model: 'Qwen3-0.6B-Q8_0' })
    expect(readFileName('big-00002-of-00003.GGUF')).toEqual({ model: 'big', part: { number: 2, count: 3 } })
    expect(readFileName('readme.md')).toBeUndefined()
    expect(partNames('big-00002-of-00003.gguf')).toEqual([1, 2, 3].map((number) => `big-0000${number}-of-00003.gguf`))
  })
})

describe('a split model', () => {
  it('is joined from its files', async () => {
    const [first, second] = splitTinyGguf()
    const parts = [await readGguf(sourceOf(first)), await readGguf(sourceOf(second))]
    const whole = await readGguf(sourceOf(model))
    const joined = joinModelFiles(parts)
    expect(joined).toMatchObject({ architecture: 'llama', tensorCount: 21, parameterCount: whole.parameterCount })
    for (const wrong of [parts.slice(0, 1), parts.toReversed(), [...parts, ...parts]])
      expect(() => joinModelFiles(wrong)).toThrow(expect.objectContaining({ problem: 'incomplete-split' }))
  })
})

describe('a file that is no model', () => {
  it.each<[string, Partial<GgufContent> & { metadata: GgufContent['metadata'] }]>([
    ['an adapter', { metadata: [['general.type', { type: 'string', value: 'adapter' }]] }],
    ['the eyes of a model', { metadata: [['general.architecture', { type: 'string', value: 'clip' }]] }],
    [
      'an embedding model',
      {
        metadata: [
          ['general.architecture', { type: 'string', value: 'bert' }],
          ['bert.attention.causal', { type: 'bool', value: false }],
        ],
      },
    ],
    ['a file without a vocabulary', { metadata: [['general.architecture', { type: 'string', value: 'llama' }]] }],
    ['an empty file', { metadata: [] }],
  ])('is refused: %s', async (_, { metadata }) => {
    const facts = await readGguf(sourceOf(writeGguf({ metadata, tensors: [] })))
    expect(() => joinModelFiles([facts])).toThrow(expect.objectContaining({ problem: 'unsupported' }))
  })
})

const huge = { type: 'uint64', value: 2n ** 60n } as const

describe('a hostile file', () => {
  it.each<[string, string, () => Uint8Array]>([
    ['another format', 'not-gguf', () => new TextEncoder().encode('PK'.repeat(100))],
    ['nothing', 'not-gguf', () => new Uint8Array()],
    ['a header only', 'not-gguf', () => model.slice(0, 20)],
    ['the other byte order', 'big-endian', () => patched(4, 0, 0, 0, 3)],
    ['version 1', 'unsupported-version', () => patched(4, 1)],
    ['version 0', 'unsupported-version', () => patched(4, 0)],
    ['a version to come', 'unsupported-version', () => patched(4, 99)],
    ['a huge number of tensors', 'corrupt', () => patched(15, 255)],
    ['a huge number of keys', 'corrupt', () => patched(23, 255)],
    ['a key of 2^60 bytes', 'corrupt', () => patched(31, 16)],
    ['a value of no type', 'corrupt', () => patched(24 + 8 + 'general.architecture'.length, 77)],
    ['half a header', 'truncated', () => model.slice(0, 5000)],
    ['all but the last tensor', 'truncated', () => model.slice(0, -1000)],
    ['the same key twice', 'corrupt', () => withMetadata(['a', huge], ['a', huge])],
    ['no layers', 'corrupt', () => tinyGguf({ metadata: { 'llama.block_count': { type: 'uint32', value: 0 } } })],
    [
      'more layers than fit anywhere',
      'corrupt',
      () => tinyGguf({ metadata: { 'llama.block_count': { type: 'uint32', value: 4e9 } } }),
    ],
    ['an endless template', 'too-large', () => tinyGguf({ template: 'x'.repeat(2 ** 20 + 1) })],
    ['an alignment of 3', 'corrupt', () => withMetadata(['general.alignment', { type: 'uint32', value: 3 }])],
  ])('is refused: %s', async (_, problem, make) => {
    const error = await problemOf(make())
    expect(error.problem).toBe(problem)
    // Says what to do.
    expect(error.message).toMatch(/(?:Choose|Use|Download|Convert) /u)
  })

  it.each<[string, string, number, bigint]>([
    ['more dimensions than exist', 'corrupt', 0, 9n],
    ['an overflowing size', 'corrupt', 4, 2n ** 63n],
    ['an overflowing offset', 'corrupt', 4 + 16 + 4, 2n ** 64n - 32n],
    ['an offset behind the end', 'truncated', 4 + 16 + 4, 2n ** 40n],
    ['an offset between two places', 'corrupt', 4 + 16 + 4, 33n],
  ])('is refused: a tensor with %s', async (_, problem, offset, value) => {
    const bytes = model.slice()
    const place = Buffer.from(bytes).indexOf('token_embd.weight') + 'token_embd.weight'.length + offset
    const view = new DataView(bytes.buffer)
    if (offset === 0) view.setUint32(place, Number(value), true)
    else view.setBigUint64(place, value, true)
    expect((await problemOf(bytes)).problem).toBe(problem)
  })

  it('is refused when it can’t be read, or becomes shorter while it is read', async () => {
    const gone = { size: model.length, read: () => Promise.reject(new Error('gone')) }
    await expect(readGguf(gone)).rejects.toMatchObject({ problem: 'unreadable' })
    const shrunk = { size: model.length, read: async () => new Uint8Array(3) }
    await expect(readGguf(shrunk)).rejects.toMatchObject({ problem: 'truncated' })
  })

  it('is never anything but read or refused, whatever is changed in it', async () => {
    // The weights may have any value, so the changes are in the header.
    const headerEnd = model.length - 359_424
    const change = fc.record({ at: fc.nat(headerEnd), to: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.nat(model.length), async (changes, end) => {
        const bytes = model.slice(0, end % 3 === 0 ? end : undefined)
        for (const { at, to } of changes) if (at < bytes.length) bytes[at] = to
        const error: unknown = await readGguf(sourceOf(bytes)).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(error === undefined || error instanceof GgufError).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps texts in any encoding readable', async () => {
    const name = 'Ünï – 模型 🎈'
    expect((await readGguf(sourceOf(tinyGguf({ name })))).name).toBe(name)
    const bytes = tinyGguf({ name: 'abcd' })
    bytes.set([0xe2, 0x82, 0xff, 0x61], Buffer.from(bytes).indexOf('abcd'))
    expect((await readGguf(sourceOf(bytes))).name).toBe('\uFFFD\uFFFDa')
  })

  it('decodes any text as the platform does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 5000 }), async (template) => {
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(template))
        const bytes = withMetadata(['tokenizer.chat_template', { type: 'string', value: text }])
        expect((await readGguf(sourceOf(bytes))).chatTemplate).toBe(text)
      }),
    )
  })
})
