import { describe, expect, test } from 'vitest'
import { costOfTokens } from '#contract/rate-of.ts'
import type { Model } from '#contract/model.ts'
import { readMessagesUsage } from '#dialects/messages/decoder.ts'
import { greatestCharge, tokensOfCall } from './charges.ts'

const priced = {
  pricing: [
    { metric: 'input_tokens' as const, rate: 1 },
    { metric: 'cached_input_tokens' as const, rate: 0.1 },
    { metric: 'output_tokens' as const, rate: 10 },
  ],
}
const ended = { outcome: 'finished', requestLength: 4000, replyLength: undefined, pieces: undefined } as const

/** Usage as each provider documents it. */
const openai = {
  prompt_tokens: 2006,
  completion_tokens: 300,
  total_tokens: 2306,
  prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 192, audio_tokens: 0, accepted_prediction_tokens: 0 },
}
const anthropic = readMessagesUsage({
  input_tokens: 50,
  cache_creation_input_tokens: 248,
  cache_read_input_tokens: 1800,
  output_tokens: 503,
})
const deepseek = {
  prompt_tokens: 1000,
  completion_tokens: 200,
  total_tokens: 1200,
  prompt_cache_hit_tokens: 768,
  prompt_cache_miss_tokens: 232,
  completion_tokens_details: { reasoning_tokens: 150 },
}

test.each([
  ['OpenAI', openai, { input: 2006, cachedInput: 1920, output: 300, reasoning: 192 }, 86 + 192 + 3000],
  ['Anthropic', anthropic, { input: 2098, cachedInput: 1800, output: 503, reasoning: 0 }, 298 + 180 + 5030],
  ['DeepSeek', deepseek, { input: 1000, cachedInput: 768, output: 200, reasoning: 150 }, 232 + 76.8 + 2000],
])('reads the usage of %s, and counts cached tokens once', (_, usage, tokens, millionths) => {
  const counted = tokensOfCall({ ...ended, usage })
  expect(counted).toMatchObject(tokens)
  expect(costOfTokens(priced, counted)).toBeCloseTo(millionths / 1e6, 12)
})

describe('a reply without usage', () => {
  test.each([
    ['a stream that the caller left', { outcome: 'aborted' as const, pieces: 12 }, 1000, 12],
    ['a stream that broke off', { outcome: 'failed' as const, pieces: 3 }, 1000, 3],
    ['a whole reply', { replyLength: 400 }, 1000, 100],
    ['a call that failed at once', { outcome: 'failed' as const }, 0, 0],
  ])('of %s is estimated', (_, of, input, output) => {
    expect(tokensOfCall({ ...ended, usage: undefined, ...of })).toMatchObject({ input, output })
  })
})

test('never counts less than nothing', () => {
  const usage = { prompt_tokens: -5, completion_tokens: Infinity, total_tokens: -1 }
  expect(tokensOfCall({ ...ended, usage })).toMatchObject({ input: 0, cachedInput: 0, output: 0, reasoning: 0 })
})

describe('the greatest charge', () => {
  const model = { ...priced, context_length: 10_000, max_output_tokens: 1000 } as Model
  const ask = (fields: object = {}, of: Partial<Model> = {}, text = 'é'.repeat(100)) =>
    greatestCharge({ ...model, ...of }, { model: 'x', messages: [{ role: 'user', content: 'x' }], ...fields }, text)

  const unknownLength = { context_length_known: false, context_length: 4096, max_output_tokens: undefined }

  test.each([
    ['the model’s longest reply', ask(), 1200],
    ['the request’s maximum', ask({ max_tokens: 50 }), 250],
    ['its other name', ask({ max_completion_tokens: 40 }), 240],
    ['the larger of both', ask({ max_tokens: 50, max_completion_tokens: 60 }), 260],
    ['the larger of both, in quotes', ask({ max_tokens: 50, max_completion_tokens: '60' }), 260],
    ['only what can be a maximum', ask({ max_tokens: 50, max_completion_tokens: -1 }), 250],
    ['no more than the model’s', ask({ max_completion_tokens: 1e308 }), 1200],
    ['what was asked if the model’s is unknown', ask({ max_tokens: 50_000 }, unknownLength), 50_200],
    ['every choice', ask({ max_tokens: 50, n: 3 }), 350],
    ['every choice, in quotes', ask({ max_tokens: 50, n: '3' }), 350],
    ['128 choices at most', ask({ max_tokens: 50, n: 1e308 }), 200 + 128 * 50],
    ['128 choices at most, of any number', ask({ max_tokens: 50, n: JSON.parse('1e999') }), 200 + 128 * 50],
    ['one choice if their number is invalid', ask({ max_tokens: 50, n: [3] }), 250],
    ['one choice if there are none', ask({ max_tokens: 50, n: -3 }), 250],
    ['at most the context', ask({ max_tokens: 50 }, {}, 'x'.repeat(50_000)), 10_050],
  ])('takes %s', (_, { tokens }, expected) => expect(tokens).toBe(expected))

  test('takes 1,600 tokens for each part that isn’t text, since a URL is shorter than its image', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const file = { type: 'file', file: { file_id: 'file-1' } }
    const content = [{ type: 'text', text: 'x' }, image, file]
    const messages = [
      { role: 'user', content },
      { role: 'user', content: [image] },
    ]
    expect(ask({ max_tokens: 50, messages }).tokens).toBe(200 + 50 + 3 * 1600)
  })

  test('costs nothing if the price is unknown', () => {
    expect(ask({}, { pricing: [] }).cost).toBe(0)
    expect(ask().cost).toBeCloseTo((200 + 10_000) / 1e6, 12)
  })
})
