import { describe, expect, test } from 'vitest'
import { reportOf, writeReference } from '#tooling/catalogue-refresh.ts'
import {
  type Providers,
  chatModel,
  sourceDates,
  derive,
  deriveOne,
  openModel,
  ruby,
} from './derive-reference.test-support.ts'
import { deriveReference } from './derive-reference.ts'

describe('a derived model', () => {
  test('has all facts from its maker', () => {
    const facts = chatModel({
      name: 'GPT-4.1 mini',
      structured_output: true,
      cost: { input: 0.4, output: 1.6, cache_read: 0.1 },
      limit: { context: 1047576, output: 32768 },
      modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
    })
    expect(deriveOne({ openai: { 'gpt-4.1-mini': facts } })).toEqual({
      id: 'openai/gpt-4.1-mini',
      type: 'text_generation',
      name: 'GPT-4.1 mini',
      released: '2025-04-14',
      context: 1047576,
      max_output: 32768,
      input: 'text image file',
      output: 'text',
      open_weights: false,
      capabilities: 'streaming vision function_calling structured_output',
      rates: { input_tokens: 0.4, output_tokens: 1.6, cached_input_tokens: 0.1 },
      rates_source: 1,
      source: 1,
      served_by: ['openai'],
    })
  })

  test('leaves out unknown facts', () => {
    expect(
      deriveOne({ openai: { 'gpt-9': {} } }, { 'gpt-9': { litellm_provider: 'openai', mode: 'responses' } }),
    ).toEqual({
      id: 'openai/gpt-9',
      type: 'text_generation',
      name: 'gpt-9',
      source: 1,
      served_by: ['openai'],
    })
  })

  test('prefers the maker’s facts to those of resellers', () => {
    const resold = chatModel({ name: 'Grok!', limit: { context: 32000 }, reasoning: true, release_date: '2025-06-01' })
    const entry = deriveOne({
      xai: { 'grok-4.3': chatModel({ name: 'Grok 4.3', reasoning: false }) },
      openrouter: { 'x-ai/grok-4.3': resold },
      vercel: { 'xai/grok-4.3': resold },
    })
    expect(entry).toMatchObject({ name: 'Grok 4.3', context: 128000, released: '2025-04-14' })
    expect(entry.capabilities).not.toContain('reasoning')
  })

  test('has the most common facts if its maker doesn’t serve it', () => {
    const entry = deriveOne({
      openrouter: { 'meta-llama/llama-3.1-8b-instruct': openModel({ limit: { context: 131072 }, tool_call: false }) },
      nvidia: { 'meta/llama-3.1-8b-instruct': openModel({ limit: { context: 16000 } }) },
      groq: { 'llama-3.1-8b-instant': openModel({ limit: { context: 131072 } }) },
      wandb: { 'meta-llama/Llama-3.1-8B-Instruct': openModel({ limit: { context: 128000 } }) },
      wild: {
        'meta-llama/Llama-3.1-8B-Instruct': openModel({ modalities: { input: ['image', 'text'], output: ['text'] } }),
      },
    })
    expect(entry).toMatchObject({ id: 'meta-llama/llama-3.1-8b-instruct', context: 131072 })
    expect(entry.capabilities).toBe('streaming function_calling')
  })

  test('streams unless LiteLLM says otherwise', () => {
    const models = { 'gpt-5': chatModel(), 'gpt-5-pro': chatModel(), 'o3-pro': chatModel() }
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

describe('the newest source', () => {
  test('wins, and older sources fill the gaps', () => {
    const older = chatModel({
      name: 'GPT',
      knowledge: '2025-05',
      structured_output: true,
      cost: { input: 9, output: 9 },
    })
    const newer = ruby(
      'openai',
      'gpt',
      { name: 'GPT new' },
      { limit: { context: 200000, output: 9000 }, open_weights: null },
    )
    expect(deriveOne({ openai: { gpt: older } }, {}, [newer])).toEqual({
      id: 'openai/gpt',
      type: 'text_generation',
      name: 'GPT new',
      // ruby_llm has the day it was added to the provider's list.
      released: '2025-04-14',
      context: 200000,
      max_output: 9000,
      input: 'text',
      output: 'text',
      cutoff: '2025-05',
      open_weights: false,
      capabilities: 'streaming function_calling structured_output',
      rates: { input_tokens: 0.4, output_tokens: 1.6 },
      rates_source: 0,
      source: 0,
      served_by: ['openai'],
    })
  })

  test('adds only a date if it has just the provider’s own list', () => {
    const modalities = { input: ['text'], output: ['text'] }
    const listed = ruby('openai', 'gpt-9', { created_at: '2026-03-04 17:23:05 UTC' }, { source: null })
    expect(deriveOne({ openai: { 'gpt-9': { name: 'GPT-9', modalities } } }, {}, [listed])).toEqual({
      id: 'openai/gpt-9',
      type: 'text_generation',
      name: 'GPT-9',
      released: '2026-03-04',
      input: 'text',
      output: 'text',
      capabilities: 'streaming',
      source: 1,
      served_by: ['openai'],
    })
  })
})

describe('names and providers', () => {
  test('prefers a display name to the id', () => {
    const provider = { 'openai/gpt-draw-2': chatModel({ name: 'GPT Draw 2' }) }
    expect(deriveOne({ openai: { 'gpt-draw-2': chatModel({ name: 'gpt-draw-2' }) }, vercel: provider }).name).toBe(
      'GPT Draw 2',
    )
  })

  test('lists up to six providers, the maker’s own first, without those that deprecated it', () => {
    const all = [
      'scaleway',
      'nvidia',
      'deepinfra',
      'groq',
      'huggingface',
      'azure',
      'togetherai',
      'openrouter',
      'abacus',
    ]
    const providers = Object.fromEntries(all.map((name) => [name, { 'qwen/qwen9-8b': openModel() }]))
    const gone = { 'qwen/qwen9-8b': openModel({ status: 'deprecated' }) }
    const {
      models,
      providers: names,
      makers,
    } = derive({ ...providers, alibaba: { 'qwen9-8b': openModel() }, groq: gone })
    expect(models[0]?.served_by).toEqual(['alibaba', 'openrouter', 'togetherai', 'azure', 'deepinfra', 'huggingface'])
    expect(names).toMatchObject({ alibaba: 'Alibaba Cloud', togetherai: 'Together AI' })
    expect(makers).toEqual({ qwen: 'Alibaba Qwen' })
  })

  test('matches Bedrock’s ids', () => {
    const spelled = {
      'amazon-bedrock': { 'meta.llama9-8b-instruct-v1:0': openModel() },
      openrouter: { 'meta-llama/llama-9-8b-instruct': openModel() },
    }
    expect(deriveOne(spelled)).toMatchObject({
      id: 'meta-llama/llama-9-8b-instruct',
      served_by: ['openrouter', 'amazon-bedrock'],
      aliases: ['meta.llama9-8b-instruct-v1:0'],
    })
    const nova = { litellm_provider: 'bedrock_converse', mode: 'chat', input_cost_per_token: 6e-8 }
    expect(deriveOne({}, { 'amazon.nova-lite-v1:0': nova })).toMatchObject({
      id: 'community/nova-lite-v1',
      owner: 'amazon',
    })
  })
})

describe('leaves out', () => {
  test.each([0, -1, 1.5, '128000', null, undefined])('a context of %s', (context) => {
    expect(deriveOne({ openai: { gpt: chatModel({ limit: { context } }) } })).not.toHaveProperty('context')
  })

  test.each(['2025-04', '2025', '2025-02-30', '1970-01-01', '2024-01-01', 'soon', 20250414, null])(
    'the date %s',
    (release_date) => {
      expect(deriveOne({ openai: { gpt: chatModel({ release_date }) } })).not.toHaveProperty('released')
    },
  )

  test('a date long before the one in the model’s name', () => {
    const entry = deriveOne({ mistral: { 'mistral-large-2512': chatModel({ release_date: '2024-11-01' }) } })
    expect(entry).not.toHaveProperty('released')
  })

  test('a date from a single reseller', () => {
    const provider = { 'openai/gpt': chatModel({ release_date: '2025-01-09' }) }
    expect(deriveOne({ openai: { gpt: {} }, somewhere: provider })).not.toHaveProperty('released')
    expect(deriveOne({ openai: { gpt: {} }, somewhere: provider, elsewhere: provider })).toHaveProperty('released')
  })

  test.each([undefined, null, 7, 'text', []])('all models of a source that is %s', (nonsense) => {
    const all = { modelsDev: nonsense, litellm: nonsense, rubyLlm: nonsense }
    expect(deriveReference(all, sourceDates).models).toEqual([])
    const parts = {
      modelsDev: { openai: nonsense, xai: { models: nonsense } },
      litellm: { gpt: nonsense },
      rubyLlm: [nonsense, { id: 'gpt', provider: 'openai', metadata: nonsense }],
    }
    expect(deriveReference(parts, sourceDates).models).toEqual([])
  })
})

describe('the derivation', () => {
  const providers: Providers = {
    openrouter: { 'qwen/qwen3-8b': openModel({ name: 'Qwen3 8B' }), 'openai/gpt-4o-2024-11-20': chatModel() },
    huggingface: { 'Qwen/Qwen3-8B': openModel({ name: 'Qwen3 8b' }) },
    openai: { 'gpt-4o-2024-11-20': chatModel(), 'gpt-4o': chatModel(), 'gpt-4o-2024-08-06': chatModel() },
  }
  const litellm = {
    'tts-1-1106': { litellm_provider: 'openai', mode: 'audio_speech', input_cost_per_character: 0.000015 },
    'tts-1': { litellm_provider: 'openai', mode: 'audio_speech', input_cost_per_character: 0.000015 },
  }

  test('reports models with unknown facts', () => {
    const report = reportOf(
      derive({ openai: { gpt: chatModel({ release_date: '2025' }), 'gpt-9': chatModel({ status: 'deprecated' }) } }),
    )
    expect(report).toContain('2 models, 1 of them deprecated')
    expect(report).toContain('1 without a release date: openai/gpt')
    expect(report).toContain('2 without a knowledge cutoff: openai/gpt, openai/gpt-9')
  })

  test('produces the same bytes in any input order', () => {
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

  test('lists its sources with dates and licence', () => {
    expect(derive(providers).sources).toEqual([
      { name: 'crmne/ruby_llm', commit: 'fb5a49b', date: '2026-08-19', licence: 'MIT' },
      { name: 'anomalyco/models.dev', commit: 'f3fc692', date: '2026-07-02', licence: 'MIT' },
      { name: 'BerriAI/litellm', date: '2026-07-24', licence: 'MIT' },
    ])
  })
})
