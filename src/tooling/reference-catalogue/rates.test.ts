import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatModel, derive, deriveOne, openModel, ruby } from './derive-reference.test-support.ts'
import { ratePerMillion } from './rates.ts'

describe('ratePerMillion', () => {
  test.each([
    [1e-7, 1, 0.1],
    [0.1 + 0.2, 1_000_000, 0.3],
    [0.41999999999999998, 1_000_000, 0.42],
    [0.8299999999999998, 1_000_000, 0.83],
    [0.0002833333333333333, 1, 283.333333],
    [2.8e-9, 1, 0.0028],
    [0.167, 1, 167_000],
    [0, 1, 0],
  ])('converts $%s per %s units to %s per million', (price, units, rate) => {
    expect(ratePerMillion(price, units)).toBe(rate)
  })

  test.each([-1, Number.NaN, Infinity, '1', null, undefined, 1e-20])('rejects %s', (price) => {
    expect(ratePerMillion(price, 1)).toBeUndefined()
  })

  test('rounds any price to at most six decimal places', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 10, noNaN: true }), (price) => {
        const rate = ratePerMillion(price, 1) ?? Number.NaN
        expect(Math.abs(rate - price * 1_000_000)).toBeLessThanOrEqual(1e-6)
        expect(rate).toBe(Number(rate.toFixed(6)))
      }),
    )
  })
})

describe('prices', () => {
  test('come from the maker, never from a reseller', () => {
    const entry = deriveOne({
      openrouter: { 'qwen/qwq-32b': openModel({ cost: { input: 0.15, output: 0.4 } }) },
      huggingface: { 'Qwen/QwQ-32B': openModel({ cost: { input: 0.15, output: 0.4 } }) },
    })
    expect(entry).not.toHaveProperty('rates')
    expect(entry).not.toHaveProperty('rates_source')
  })

  test('are unknown if they are zero, except for free models', () => {
    const zeros = { cost: { input: 0, output: 0, cache_read: 0 } }
    expect(deriveOne({ cohere: { 'command-z': chatModel(zeros) } })).not.toHaveProperty('rates')
    const { models } = derive({ zai: { 'glm-4.7-flash': chatModel(zeros), 'glm-4.7': chatModel(zeros) } })
    expect(models.map(({ id, rates }) => [id, rates])).toEqual([
      ['community/glm-4.7', undefined],
      ['community/glm-4.7-flash', { input_tokens: 0, output_tokens: 0 }],
    ])
  })

  test('have no floating-point noise or duplicate metrics', () => {
    const litellm = {
      'gpt-audio': {
        litellm_provider: 'openai',
        mode: 'chat',
        input_cost_per_token: 1e-7,
        output_cost_per_token: 4.35e-7,
        output_cost_per_reasoning_token: 4.35e-7,
        cache_read_input_token_cost: 2.8e-9,
      },
    }
    expect(deriveOne({}, litellm)).toMatchObject({
      rates: { input_tokens: 0.1, output_tokens: 0.435, cached_input_tokens: 0.0028 },
      rates_source: 2,
      source: 2,
    })
  })

  test('come from a single source', () => {
    const litellm = {
      'mistral/mistral-x': { litellm_provider: 'mistral', mode: 'chat', cache_read_input_token_cost: 1e-7 },
    }
    expect(deriveOne({ mistral: { 'mistral-x': chatModel() } }, litellm).rates).toEqual({
      input_tokens: 0.4,
      output_tokens: 1.6,
    })
  })

  test('have their source’s tiers, without those that change nothing', () => {
    const tier = (size: number, cost: object) => ({ ...cost, tier: { type: 'context', size } })
    const tiers = [tier(272_000, { input: 4, output: 9 }), tier(200_000, { input: 2, output: 6, cache_read: 0.2 })]
    const cost = { input: 1, output: 3, cache_read: 0.1, tiers: [...tiers, tier(100_000, { input: 1, output: 3 })] }
    const expected = [
      { above: 200_000, input_tokens: 2, output_tokens: 6, cached_input_tokens: 0.2 },
      { above: 272_000, input_tokens: 4, output_tokens: 9 },
    ]
    const older = { openai: { gpt: chatModel() } }
    expect(deriveOne(older, {}, [ruby('openai', 'gpt', {}, { cost })])).toMatchObject({
      tiers: expected,
      rates_source: 0,
    })
    expect(deriveOne({ openai: { gpt: chatModel({ cost }) } }).tiers).toEqual(expected)
    expect(deriveOne({ openai: { gpt: chatModel({ cost: { ...cost, tiers: 'many' } }) } })).not.toHaveProperty('tiers')
    const above = {
      litellm_provider: 'openai',
      mode: 'chat',
      input_cost_per_token: 1e-6,
      output_cost_per_token: 3e-6,
      input_cost_per_token_above_200k_tokens: 2e-6,
      output_cost_per_token_above_200k_tokens: 6e-6,
    }
    expect(deriveOne({}, { 'gpt-audio': above }).tiers).toEqual([{ above: 200_000, input_tokens: 2, output_tokens: 6 }])
  })

  test('have cache writes and audio if they differ from plain tokens', () => {
    const cost = { input: 3, output: 15, cache_write: 3.75, input_audio: 3, output_audio: 60 }
    expect(deriveOne({ openai: { gpt: chatModel({ cost }) } }).rates).toEqual({
      input_tokens: 3,
      output_tokens: 15,
      cache_write_tokens: 3.75,
      output_audio_tokens: 60,
    })
  })

  test.each([
    ['are added where another source agrees on writes', 3.75e-6, 6e-6, { cache_write_1h_tokens: 6 }],
    ['are left out where it doesn’t', 3e-6, 6e-6, {}],
    ['are left out where they can’t be true', 3.75e-6, 60e-6, {}],
  ])('of cache writes for an hour %s', (_, writes, longWrites, expected) => {
    const litellm = {
      'claude-x': {
        litellm_provider: 'anthropic',
        mode: 'chat',
        cache_creation_input_token_cost: writes,
        cache_creation_input_token_cost_above_1hr: longWrites,
      },
    }
    const cost = { input: 3, output: 15, cache_write: 3.75 }
    expect(deriveOne({ anthropic: { 'claude-x': chatModel({ cost }) } }, litellm).rates).toEqual({
      input_tokens: 3,
      output_tokens: 15,
      cache_write_tokens: 3.75,
      ...expected,
    })
  })

  test('are per image, second or character for other types', () => {
    const litellm = {
      'black_forest_labs/flux-pro': {
        litellm_provider: 'black_forest_labs',
        mode: 'image_generation',
        output_cost_per_image: 0.25,
      },
      'whisper-1': {
        litellm_provider: 'openai',
        mode: 'audio_transcription',
        input_cost_per_second: 0.0001,
        output_cost_per_second: 0.0001,
      },
      'tts-1': { litellm_provider: 'openai', mode: 'audio_speech', input_cost_per_character: 0.000015 },
      'gpt-image-1': {
        litellm_provider: 'openai',
        mode: 'image_generation',
        input_cost_per_token: 5e-6,
        output_cost_per_image_token: 4e-5,
      },
      'omni-moderation-latest': {
        litellm_provider: 'openai',
        mode: 'moderation',
        input_cost_per_token: 0,
        output_cost_per_token: 0,
      },
    }
    expect(derive({}, litellm).models.map(({ id, type, rates }) => [id, type, rates])).toEqual([
      ['community/flux-pro', 'image_generation', { images: 250_000 }],
      ['openai/gpt-image-1', 'image_generation', { input_tokens: 5, output_tokens: 40 }],
      ['openai/omni-moderation-latest', 'moderation', { input_tokens: 0, output_tokens: 0 }],
      ['openai/tts-1', 'text_to_speech', { characters: 15 }],
      ['openai/whisper-1', 'speech_to_text', { audio_seconds: 100 }],
    ])
  })

  test('keep six digits and more', () => {
    expect(deriveOne({ openai: { 'o9-pro': chatModel({ cost: { input: 123456.75, output: 1e6 } }) } }).rates).toEqual({
      input_tokens: 123456.75,
      output_tokens: 1_000_000,
    })
  })

  test.each([Number.NaN, Infinity, -1, '0.4', null])('exclude %s', (input) => {
    expect(deriveOne({ openai: { gpt: chatModel({ cost: { input, output: 2 } }) } }).rates).toEqual({
      output_tokens: 2,
    })
  })
})
