import { describe, expect, test } from 'vitest'
import type { PriceMetric } from '#contract/model.ts'
import type { JsonRecord } from '#contract/json.ts'
import type { ForwardedId } from './endpoints.ts'
import { forwardCharge, greatestForwardCharge, unitsAsked } from './forwarded-charges.ts'

const priced = (rates: Partial<Record<PriceMetric, number>>) => ({
  pricing: Object.entries(rates).map(([metric, rate]) => ({ metric: metric as PriceMetric, rate })),
})
// The prices of the reference catalogue.
const gptImage1 = priced({ input_tokens: 5, output_tokens: 40, cached_input_tokens: 1.25 })
const gpt4oTranscribe = priced({ input_tokens: 2.5, output_tokens: 10 })
const gpt4oMiniTts = priced({ audio_seconds: 250 })
const geminiTts = priced({ input_tokens: 0.5, output_tokens: 10 })

const sizeOf = (id: ForwardedId, request: JsonRecord = {}, { textBytes = 0, uploadBytes = 0 } = {}) => ({
  units: unitsAsked(id, request),
  textBytes,
  uploadBytes,
})
const greatest = (
  model: ReturnType<typeof priced>,
  id: ForwardedId,
  request: JsonRecord = {},
  { textBytes = 0, uploadBytes = 0 } = {},
) => greatestForwardCharge(model, sizeOf(id, request, { textBytes, uploadBytes }))

describe('the greatest charge', () => {
  test('of images has their tokens: more than the largest image that OpenAI documents', () => {
    const { tokens, cost } = greatest(gptImage1, 'createImage', { n: 10 }, { textBytes: 60 })
    expect(tokens).toBe(10 * 25_000 + 60)
    // Ten images of 1024 × 1536 in high quality cost $2.50.
    expect(cost).toBeCloseTo((10 * 25_000 * 40 + 60 * 5) / 1e6, 9)
  })

  test.each([
    [{}, 1],
    [{ n: null }, 1],
    [{ n: 3 }, 3],
    [{ n: '4' }, 4],
    [{ n: -1 }, 1],
    [{ n: 'x' }, 1],
  ])('of %j is that of %d images', (request, count) => {
    expect(greatest(priced({ images: 1e6 }), 'createImage', request).cost).toBe(count)
  })

  test('of a transcription has the tokens of its sound and of its text, by the bytes of the upload', () => {
    const { tokens, cost } = greatest(gpt4oTranscribe, 'createTranscription', {}, { uploadBytes: 16_000_000 })
    expect(tokens).toBe(16_000 * (32 + 10))
    expect(cost).toBeCloseTo((16_000 * (32 * 2.5 + 10 * 10)) / 1e6, 9)
    const audio = priced({ input_tokens: 2.5, output_tokens: 10, input_audio_tokens: 6 })
    expect(greatest(audio, 'createTranscription', {}, { uploadBytes: 1000 }).cost).toBeCloseTo(292 / 1e6, 12)
  })

  test('of speech has its seconds, or the tokens of its sound', () => {
    const request = { input: 'x'.repeat(900) }
    expect(greatest(gpt4oMiniTts, 'createSpeech', request).cost).toBeCloseTo((60 * 250) / 1e6, 9)
    const { tokens, cost } = greatest(geminiTts, 'createSpeech', request, { textBytes: 950 })
    expect(tokens).toBe(950 + 900 * 8)
    expect(cost).toBeCloseTo((950 * 0.5 + 900 * 8 * 10) / 1e6, 9)
  })

  test('has no tokens besides the text if images, characters or seconds have a price', () => {
    expect(greatest(priced({ images: 40_000 }), 'createImage', { n: 2 }, { textBytes: 60 })).toEqual({
      tokens: 60,
      cost: 0.08,
    })
  })

  test.each([
    ['tokens without a price for output', { input_tokens: 0.02 }, 1000 * 0.02],
    ['requests', { requests: 2000 }, 2000],
    ['nothing', {}, 0],
  ])('of embeddings is known with a price of %s', (_, rates, millionths) => {
    const { tokens, cost } = greatest(priced(rates), 'createEmbeddings', {}, { textBytes: 1000 })
    expect(tokens).toBe(1000)
    expect(cost).toBeCloseTo(millionths / 1e6, 12)
  })
})

test('speech that is priced by the second is charged by its characters, as an estimate', () => {
  const size = sizeOf('createSpeech', { input: 'x'.repeat(900) })
  const cost = expect.closeTo(0.015, 9) as number
  expect(forwardCharge(gpt4oMiniTts, size, undefined)).toMatchObject({ cost, isEstimated: true })
  // OpenAI's events name tokens, but no seconds.
  const usage = { input_tokens: 225, output_tokens: 1200, total_tokens: 1425 }
  const charge = forwardCharge(gpt4oMiniTts, size, usage)
  expect(charge).toMatchObject({ cost, isEstimated: true, tokens: { input: 225, output: 1200 } })
  expect(forwardCharge(priced({ characters: 15 }), size, usage)).toMatchObject({ cost: 0.0135, isEstimated: false })
})

describe('without figures of the engine, the charge is estimated', () => {
  test.each<[string, ReturnType<typeof priced>, Parameters<typeof sizeOf>, number]>([
    [
      'a minute of sound by its bytes',
      priced({ audio_seconds: 100 }),
      ['createTranscription', {}, { uploadBytes: 480_000 }],
      6000,
    ],
    ['its tokens', gpt4oTranscribe, ['createTranscription', {}, { uploadBytes: 480_000 }], 600 * 2.5 + 240 * 10],
    ['images in tokens', gptImage1, ['createImage', { n: 2 }, { textBytes: 400 }], 100 * 5 + 3000 * 40],
    [
      'speech in tokens',
      geminiTts,
      ['createSpeech', { input: 'x'.repeat(900) }, { textBytes: 900 }],
      225 * 0.5 + 1200 * 10,
    ],
    [
      'embeddings by their text',
      priced({ input_tokens: 0.02 }),
      ['createEmbeddings', {}, { textBytes: 4000 }],
      1000 * 0.02,
    ],
  ])('%s', (_, model, size, millionths) => {
    const charge = forwardCharge(model, sizeOf(...size), undefined)
    expect(charge).toMatchObject({ cost: expect.closeTo(millionths / 1e6, 9) as number, isEstimated: true })
    expect(charge.cost ?? Infinity).toBeLessThanOrEqual(greatest(model, ...size).cost)
  })

  test('unless the model has no price', () => {
    expect(forwardCharge(priced({}), sizeOf('createEmbeddings', {}, { textBytes: 4000 }), undefined).cost).toBeNull()
  })
})
