import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import type { BegunCall, LedgerEntry } from '#service/state/ledger.ts'
import { readAll, startOverRawEngine } from '#testing/start-over-raw-engine.ts'

// What forwarded requests cost, through the official client.

const priced = (id: string, ...pricing: [string, number][]) => ({
  id,
  pricing: pricing.map(([metric, rate]) => ({ metric, rate })),
})
const models = [
  priced('gpt-image-x', ['images', 40_000]),
  priced('gpt-image-tokens-x', ['input_tokens', 5], ['output_tokens', 40]),
  priced('tts-x', ['characters', 15]),
  priced('gpt-4o-mini-tts-x', ['audio_seconds', 250]),
  priced('whisper-x', ['audio_seconds', 100]),
  priced('gpt-4o-transcribe-x', ['input_tokens', 2.5], ['output_tokens', 10], ['input_audio_tokens', 6]),
  priced('text-embedding-x', ['input_tokens', 0.02]),
  priced('text-embedding-each', ['requests', 2000]),
  { id: 'whisper-unpriced' },
]

let started: Awaited<ReturnType<typeof startOverRawEngine>>
let client: OpenAI
let entries: LedgerEntry[] = []
let begun: BegunCall[] = []
let budget: number | null = null

/** The engine's next answer. */
function answer(body: unknown, type = 'application/json', status = 200) {
  started.play((request, response) => {
    void readAll(request).then(() => {
      response
        .writeHead(status, { 'content-type': type })
        .end(type === 'application/json' ? JSON.stringify(body) : body)
    })
  })
}

let keys = 0
beforeAll(async () => {
  const ledger = {
    begin: (call: BegunCall) => void begun.push(call),
    record: (entry: LedgerEntry) => void entries.push(entry),
    daily: async () => [],
    spentBy: async () => ({ day: 0, month: 0 }),
  }
  // Every key is its own account.
  const find = (key = '') => ({ name: key, terms: keyTerms.parse({ budget_per_day: budget }) })
  started = await startOverRawEngine(models, { ledger, keys: { find } })
})
beforeEach(() => {
  entries = []
  begun = []
  budget = null
  keys++
  client = new OpenAI({ baseURL: `${started.parley.baseUrl}/v1`, apiKey: `key-${keys}`, maxRetries: 0 })
})
afterAll(() => started.close())

const sound = () => toFile(Buffer.from('sound '.repeat(1000)), 'a.wav')
const image = { created: 1, data: [{ b64_json: 'aGk=' }, { b64_json: 'aGk=' }] }

describe('a request costs', () => {
  test('the price of each image', async () => {
    answer(image)
    await client.images.generate({ model: 'gpt-image-x', prompt: 'A fjord', n: 2, size: '1024x1024' })
    await client.images.generate({ model: 'gpt-image-x', prompt: 'A fjord' })
    expect(entries.map(({ cost }) => cost)).toEqual([0.08, 0.04])
  })

  test('the tokens of an image where only they have a price', async () => {
    answer({ ...image, usage: { input_tokens: 10, output_tokens: 1000, total_tokens: 1010 } })
    await client.images.generate({ model: 'gpt-image-tokens-x', prompt: 'A fjord', n: 2 })
    expect(entries).toMatchObject([{ input: 10, output: 1000, cost: 0.04005, estimated: false }])
  })

  test('the price of each character that is spoken', async () => {
    answer('sound', 'audio/mpeg')
    const speech = await client.audio.speech.create({ model: 'tts-x', voice: 'alloy', input: 'Grüße 👋' })
    await speech.arrayBuffer()
    expect(entries).toMatchObject([{ cost: (7 * 15) / 1e6 }])
  })

  test('the seconds of speech by its characters, as an estimate', async () => {
    const usage = { input_tokens: 225, output_tokens: 1200, total_tokens: 1425 }
    answer(`data: ${JSON.stringify({ type: 'speech.audio.done', usage })}\n\n`, 'text/event-stream')
    const ask = { model: 'gpt-4o-mini-tts-x', voice: 'alloy', input: 'x'.repeat(900), stream_format: 'sse' as const }
    await (await client.audio.speech.create(ask)).arrayBuffer()
    const cost = expect.closeTo(0.015, 9) as number
    expect(entries).toMatchObject([{ cost, estimated: true, input: 225, output: 1200 }])
  })

  test.each([
    ['a duration', { text: 'Hi', usage: { type: 'duration', seconds: 9 } }, 0.0009],
    ['a verbose answer', { task: 'transcribe', duration: 8.5, text: 'Hi "duration":1', segments: [] }, 0.00085],
    [
      'Mistral’s count',
      { text: 'Hi', usage: { prompt_audio_seconds: 20, prompt_tokens: 4, total_tokens: 300 } },
      0.002,
    ],
  ])('the price of each second of sound, by %s', async (_, body, cost) => {
    answer(body)
    await client.audio.transcriptions.create({ model: 'whisper-x', file: await sound() })
    expect(entries).toMatchObject([{ cost }])
  })

  test('an estimate by the size of the file if the answer names no seconds', async () => {
    answer({ text: 'Hi \\"duration\\":1' })
    await client.audio.transcriptions.create({ model: 'whisper-x', file: await sound() })
    expect(entries).toMatchObject([{ estimated: true, cost: expect.closeTo((6300 / 8000) * 0.0001, 6) as number }])
  })

  test('the tokens of sound by their own price', async () => {
    const details = { text_tokens: 10, audio_tokens: 90 }
    const usage = {
      type: 'tokens',
      input_tokens: 100,
      input_token_details: details,
      output_tokens: 20,
      total_tokens: 120,
    }
    answer({ text: 'Hi', usage })
    await client.audio.transcriptions.create({ model: 'gpt-4o-transcribe-x', file: await sound() })
    expect(entries).toMatchObject([{ input: 100, output: 20, cost: (10 * 2.5 + 90 * 6 + 20 * 10) / 1e6 }])
  })

  test('the tokens of embeddings, which have no price for output', async () => {
    answer({ data: [], usage: { prompt_tokens: 50, total_tokens: 50 } })
    await client.embeddings.create({ model: 'text-embedding-x', input: 'Hello', encoding_format: 'float' })
    expect(entries).toMatchObject([{ input: 50, cost: (50 * 0.02) / 1e6 }])
  })

  test('the price of a request, and what the provider says', async () => {
    answer({ data: [] })
    await client.embeddings.create({ model: 'text-embedding-each', input: 'Hello', encoding_format: 'float' })
    answer({ data: [], usage: { prompt_tokens: 50, total_tokens: 50, cost: 0.5 } })
    await client.embeddings.create({ model: 'text-embedding-x', input: 'Hello', encoding_format: 'float' })
    expect(entries.map(({ cost }) => cost)).toEqual([0.002, 0.5])
  })

  test('an unknown amount without a price, and nothing if the engine refuses', async () => {
    answer({ text: 'Hi', usage: { type: 'duration', seconds: 9 } })
    await client.audio.transcriptions.create({ model: 'whisper-unpriced', file: await sound() })
    answer({ error: { message: 'No' } }, 'application/json', 400)
    await expect(client.images.generate({ model: 'gpt-image-x', prompt: 'A fjord' })).rejects.toThrow('No')
    expect(entries).toMatchObject([{ cost: null }, { cost: 0, outcome: 'failed' }])
  })
})

describe('a budget', () => {
  test('ends images', async () => {
    budget = 0.1
    answer(image)
    const ask = () => client.images.generate({ model: 'gpt-image-x', prompt: 'A fjord', n: 2 })
    await ask()
    await ask()
    await expect(ask()).rejects.toMatchObject({ status: 402, code: 'budget_exceeded' })
    expect(entries).toHaveLength(2)
  })

  test('admits at most one of many images at once beyond it', async () => {
    budget = 0.1
    answer(image)
    const asked = Array.from({ length: 20 }, () => client.images.generate({ model: 'gpt-image-x', prompt: 'A', n: 1 }))
    const outcomes = await Promise.allSettled(asked)
    // $0.04 each: the third passes the budget.
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('ends transcriptions by the seconds that were heard, not by those that were reserved', async () => {
    budget = 0.001
    answer({ text: 'Hi', usage: { type: 'duration', seconds: 6 } })
    const ask = async () => client.audio.transcriptions.create({ model: 'whisper-x', file: await sound() })
    await ask()
    await ask()
    await expect(ask()).rejects.toMatchObject({ status: 402 })
  })
})

describe('a call that is still open', () => {
  /** Calls that the engine answers only now. */
  let release: (() => void)[] = []
  const hold = (body: unknown) =>
    started.play((request, response) => {
      void readAll(request).then(() => release.push(() => response.end(JSON.stringify(body))))
    })
  beforeEach(() => {
    release = []
  })

  test.each([
    // 25,000 tokens at $40 for a million.
    ['images', 1, () => client.images.generate({ model: 'gpt-image-tokens-x', prompt: 'A fjord', n: 1 })],
    // 6000 bytes are at most 6 seconds, with 32 tokens of sound and 10 of text each.
    [
      'a transcription',
      (6 * (32 * 6 + 10 * 10)) / 1e6,
      async () => client.audio.transcriptions.create({ model: 'gpt-4o-transcribe-x', file: await sound() }),
    ],
    [
      'embeddings',
      (60 * 0.02) / 1e6,
      () => client.embeddings.create({ model: 'text-embedding-x', input: 'Hello', encoding_format: 'float' }),
    ],
  ])('of %s has reserved what it may cost', async (_, reserved, ask) => {
    hold({ ...image, text: 'Hi', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } })
    budget = reserved
    const first = ask()
    await vi.waitFor(() => expect(release).toHaveLength(1))
    await expect(ask()).rejects.toMatchObject({ status: 402, message: expect.stringContaining('open calls') })
    release[0]?.()
    await first
    const second = ask()
    await vi.waitFor(() => expect(release).toHaveLength(2))
    release[1]?.()
    await second
  })

  test('of an upload without a length has reserved what the largest may cost', async () => {
    hold({ text: 'Hi' })
    // 64 MiB.
    budget = 18
    const body = await new Response(formOf('gpt-4o-transcribe-x')).blob()
    const ask = () => {
      const headers = { authorization: `Bearer key-${keys}`, 'content-type': body.type }
      const init = { method: 'POST', headers, body: body.stream(), duplex: 'half' }
      return fetch(`${started.parley.baseUrl}/v1/audio/transcriptions`, init)
    }
    const first = ask()
    await vi.waitFor(() => expect(release).toHaveLength(1))
    expect((await ask()).status).toBe(402)
    release[0]?.()
    expect((await first).status).toBe(200)
  })

  test('is announced with its text and the price of what it asks for', async () => {
    answer(image)
    await client.images.generate({ model: 'gpt-image-x', prompt: 'A fjord', n: 2 })
    await client.images.generate({ model: 'gpt-image-tokens-x', prompt: 'A fjord' })
    await client.embeddings.create({ model: 'text-embedding-x', input: 'x'.repeat(4000), encoding_format: 'float' })
    await client.audio.transcriptions.create({ model: 'whisper-x', file: await sound() })
    answer('sound', 'audio/mpeg')
    await (await client.audio.speech.create({ model: 'tts-x', voice: 'alloy', input: 'x'.repeat(4000) })).text()
    const [images, tokens, embeddings, transcription, speech] = begun
    expect(images).toMatchObject({ id: entries[0]?.id, key: `key-${keys}`, model: 'community/gpt-image-x', cost: 0.08 })
    expect(tokens?.cost).toBeCloseTo(((tokens?.input ?? 0) * 5 + 1500 * 40) / 1e6, 12)
    expect(embeddings?.input).toBeGreaterThanOrEqual(1000)
    expect(embeddings?.input).toBeLessThan(1050)
    expect(embeddings?.cost).toBeCloseTo(((embeddings?.input ?? 0) * 0.02) / 1e6, 12)
    // By what has been uploaded.
    expect(transcription?.cost).toBeLessThan((7000 / 8000) * 0.0001)
    expect(speech?.cost).toBeCloseTo(0.06, 12)
  })
})

function formOf(model: string): FormData {
  const form = new FormData()
  form.append('model', model)
  form.append('file', new Blob(['sound']), 'a.wav')
  return form
}
