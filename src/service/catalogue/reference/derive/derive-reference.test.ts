import { describe, expect, test } from 'vitest'
import { chat, dates, derive, deriveOne, open, type Providers } from './derive-reference.test-support.ts'
import { deriveReference } from './derive-reference.ts'
import { writeReference } from './write-reference.ts'

describe('what a model is said to be', () => {
  test('all that its maker tells', () => {
    const told = chat({
      name: 'GPT-4.1 mini',
      structured_output: true,
      cost: { input: 0.4, output: 1.6, cache_read: 0.1 },
      limit: { context: 1047576, output: 32768 },
      modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
    })
    expect(deriveOne({ openai: { 'gpt-4.1-mini': told } })).toEqual({
      id: 'openai/gpt-4.1-mini',
      type: 'text_generation',
      name: 'GPT-4.1 mini',
      description: 'Text model by OpenAI that reads images, calls tools and answers in a given structure.',
      created: Date.UTC(2025, 3, 14) / 1000,
      context: 1047576,
      capabilities: ['streaming', 'vision', 'function_calling', 'structured_output'],
      rates: { input_tokens: 0.4, output_tokens: 1.6, cached_input_tokens: 0.1 },
      rates_source: 0,
      source: 0,
    })
  })

  test('nothing that nobody tells', () => {
    expect(
      deriveOne({ openai: { 'gpt-9': {} } }, { 'gpt-9': { litellm_provider: 'openai', mode: 'responses' } }),
    ).toEqual({
      id: 'openai/gpt-9',
      type: 'text_generation',
      name: 'gpt-9',
      description: 'Text model by OpenAI.',
      source: 0,
    })
  })

  test('the maker’s word, whatever resellers say', () => {
    const resold = chat({ name: 'Grok!', limit: { context: 32000 }, reasoning: true, release_date: '2025-06-01' })
    const entry = deriveOne({
      xai: { 'grok-4.3': chat({ name: 'Grok 4.3', reasoning: false }) },
      openrouter: { 'x-ai/grok-4.3': resold },
      vercel: { 'xai/grok-4.3': resold },
    })
    expect(entry).toMatchObject({ name: 'Grok 4.3', context: 128000, created: Date.UTC(2025, 3, 14) / 1000 })
    expect(entry.capabilities).not.toContain('reasoning')
  })

  test('what most providers say of open weights, where the maker serves none', () => {
    const entry = deriveOne({
      openrouter: { 'meta-llama/llama-3.1-8b-instruct': open({ limit: { context: 131072 }, tool_call: false }) },
      nvidia: { 'meta/llama-3.1-8b-instruct': open({ limit: { context: 16000 } }) },
      groq: { 'llama-3.1-8b-instant': open({ limit: { context: 131072 } }) },
      wandb: { 'meta-llama/Llama-3.1-8B-Instruct': open({ limit: { context: 128000 } }) },
      wild: {
        'meta-llama/Llama-3.1-8B-Instruct': open({ modalities: { input: ['image', 'text'], output: ['text'] } }),
      },
    })
    expect(entry).toMatchObject({ id: 'meta-llama/llama-3.1-8b-instruct', context: 131072 })
    expect(entry.capabilities).toEqual(['streaming', 'function_calling'])
  })

  test('streams, unless it is known to answer only whole', () => {
    const models = { 'gpt-5': chat(), 'gpt-5-pro': chat(), 'o3-pro': chat() }
    const litellm = {
      'gpt-5': { litellm_provider: 'openai', mode: 'chat' },
      'gpt-5-pro': { litellm_provider: 'openai', mode: 'responses', supports_native_streaming: false },
      'o3-pro': { litellm_provider: 'openai', mode: 'responses' },
    }
    const streaming = derive({ openai: models }, litellm).models.filter(({ capabilities }) =>
      capabilities?.includes('streaming'),
    )
    expect(streaming.map(({ id }) => id)).toEqual(['openai/gpt-5'])
  })
})

describe('what is unknown stays unknown', () => {
  test.each([0, -1, 1.5, '128000', null, undefined])('a window of %s', (context) => {
    expect(deriveOne({ openai: { gpt: chat({ limit: { context } }) } })).not.toHaveProperty('context')
  })

  test.each(['2025-04', '2025', '2025-02-30', '1970-01-01', '2024-01-01', 'soon', 20250414, null])(
    'the date %s',
    (release_date) => {
      expect(deriveOne({ openai: { gpt: chat({ release_date }) } })).not.toHaveProperty('created')
    },
  )

  test('a date long before the model’s own dated name', () => {
    const entry = deriveOne({ mistral: { 'mistral-large-2512': chat({ release_date: '2024-11-01' }) } })
    expect(entry).not.toHaveProperty('created')
  })

  test('a date that one reseller alone gives', () => {
    const provider = { 'openai/gpt': chat({ release_date: '2025-01-09' }) }
    expect(deriveOne({ openai: { gpt: {} }, somewhere: provider })).not.toHaveProperty('created')
    expect(deriveOne({ openai: { gpt: {} }, somewhere: provider, elsewhere: provider })).toHaveProperty('created')
  })

  test.each([undefined, null, 7, 'text', []])('everything, when a source is %s', (nonsense) => {
    expect(deriveReference(nonsense, nonsense, dates).models).toEqual([])
    expect(deriveReference({ openai: nonsense, xai: { models: nonsense } }, { gpt: nonsense }, dates).models).toEqual(
      [],
    )
  })
})

describe('the derivation', () => {
  const providers: Providers = {
    openrouter: { 'qwen/qwen3-8b': open({ name: 'Qwen3 8B' }), 'openai/gpt-4o-2024-11-20': chat() },
    huggingface: { 'Qwen/Qwen3-8B': open({ name: 'Qwen3 8b' }) },
    openai: { 'gpt-4o-2024-11-20': chat(), 'gpt-4o': chat(), 'gpt-4o-2024-08-06': chat() },
  }
  const litellm = {
    'tts-1-1106': { litellm_provider: 'openai', mode: 'audio_speech', input_cost_per_character: 0.000015 },
    'tts-1': { litellm_provider: 'openai', mode: 'audio_speech', input_cost_per_character: 0.000015 },
  }

  test('gives the same bytes for the same facts, in whatever order', () => {
    const turned = Object.fromEntries(
      Object.entries(providers)
        .toReversed()
        .map(([name, models]) => [name, Object.fromEntries(Object.entries(models).toReversed())]),
    )
    const text = writeReference(derive(providers, litellm))
    expect(writeReference(derive(turned, Object.fromEntries(Object.entries(litellm).toReversed())))).toBe(text)
    expect(writeReference(derive(providers, litellm))).toBe(text)
    expect(JSON.parse(text)).toEqual(derive(providers, litellm))
    expect(text.split('\n').filter((line) => line.includes('"id":'))).toHaveLength(3)
  })

  test('names its sources, their dates and licence', () => {
    expect(derive(providers).sources).toEqual([
      { name: 'anomalyco/models.dev', commit: 'f3fc692', date: '2026-07-02', licence: 'MIT' },
      { name: 'BerriAI/litellm', date: '2026-07-24', licence: 'MIT' },
    ])
  })
})
