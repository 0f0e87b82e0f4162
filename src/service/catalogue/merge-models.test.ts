import { describe, expect, test } from 'vitest'
import type { Author } from '#contract/model.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'
import { mergeModels, type EngineListing, type ModelOverride } from './merge-models.ts'
import { createReferenceCatalogue } from './reference/create-reference-catalogue.ts'

const reference = createReferenceCatalogue({
  sources: [{ name: 'facts', date: '2026-07-02', licence: 'MIT' }],
  makers: { 'meta-llama': 'Meta' },
  providers: { groq: 'Groq' },
  models: [
    {
      id: 'meta-llama/llama-3.2-3b-instruct',
      type: 'text_generation',
      name: 'Llama 3.2 3B',
      released: '2024-09-25',
      context: 131_072,
      max_output: 8192,
      input: 'text',
      cutoff: '2023-12',
      open_weights: true,
      served_by: ['groq'],
      capabilities: 'streaming',
      source: 0,
      aliases: ['llama3.2:3b', 'llama3.2:3b-instruct-q8_0'],
    },
    {
      id: 'openai/gpt',
      type: 'text_generation',
      name: 'GPT',
      deprecated: true,
      rates: { input_tokens: 2 },
      tiers: [{ above: 200_000, input_tokens: 4 }],
      rates_source: 0,
      source: 0,
      aliases: ['gpt-2026-01-01'],
    },
    { id: 'openai/whisper', type: 'speech_to_text', name: 'Whisper', source: 0 },
  ],
})

const listPricing = [{ metric: 'input_tokens', rate: 2, tiers: [{ above_input_tokens: 200_000, rate: 4 }] }]

function answer(
  models: EngineModel[],
  about: { name?: string; label?: string; maker?: Author; reachable?: boolean } = {},
): EngineListing {
  const { name = 'engine', label, maker, reachable = true } = about
  const engine = { ...createStubEngine({ name }), ...(label !== undefined && { label }), ...(maker && { maker }) }
  return { engine, models, reachable }
}

function merge(answers: EngineListing[], overrides: Record<string, ModelOverride> = {}) {
  const merged = mergeModels(answers, { reference, overrides })
  return { ...merged, ids: merged.models.map(({ id }) => id), one: (id: string) => merged.find(id)?.model }
}

test('publishes a path under its short name, and finds the model by both', () => {
  const path = '/home/me/models/llama3.2:3b.gguf'
  const other = { id: '/srv/Own-7B.gguf', publishedAs: 'Own-7B' }
  const { ids, models, find } = merge([answer([{ id: path, publishedAs: 'llama3.2:3b' }, other])])
  expect(ids.slice(0, 2)).toEqual(['meta-llama/llama-3.2-3b-instruct', 'community/Own-7B'])
  for (const id of ['community/Own-7B', other.id]) expect(find(id)?.engineModelId).toBe(other.id)
  expect(find(path)?.model.id).toBe('meta-llama/llama-3.2-3b-instruct')
  expect(JSON.stringify(models)).not.toMatch(/home|srv/)
})

test('finds embedding models without publishing them, by what the engine or the operator says', () => {
  const listed = [{ id: 'embedder', embeddings: true }, { id: 'acme/x' }, { id: 'acme/embed-chat', embeddings: true }]
  const overrides = { 'acme/x': { embeddings: true }, 'acme/embed-chat': { embeddings: false } }
  const { ids, find, findEmbedding } = merge([answer(listed)], overrides)
  expect(ids).toContain('acme/embed-chat')
  for (const id of ['embedder', 'community/embedder', 'acme/x']) {
    expect(ids).not.toContain(id)
    expect(find(id)).toBeUndefined()
    expect(findEmbedding(id)).toMatchObject({ model: { status: 'active' }, engine: { name: 'engine' } })
  }
  expect(findEmbedding('acme/embed-chat')).toBeUndefined()
})

describe('models of the reference catalogue', () => {
  test('are inactive without an engine, and have the source and date of facts and prices', () => {
    const { models, find } = merge([])
    expect(models.map(({ id, status }) => [id, status])).toEqual([
      ['meta-llama/llama-3.2-3b-instruct', 'inactive'],
      ['openai/gpt', 'inactive'],
      ['openai/whisper', 'inactive'],
    ])
    expect(find('openai/gpt')).toEqual({
      model: expect.objectContaining({
        pricing: listPricing,
        pricing_source: { name: 'facts', date: '2026-07-02' },
        deprecated: true,
        reference: { name: 'facts', date: '2026-07-02' },
        context_length: 4096,
        context_length_known: false,
      }),
    })
  })

  test('are found by their aliases', () => {
    expect(merge([]).one('gpt-2026-01-01')?.id).toBe('openai/gpt')
    expect(merge([]).one('llama3.2:3b')?.id).toBe('meta-llama/llama-3.2-3b-instruct')
  })

  test('are merged with the engine’s details, which take precedence', () => {
    const { ids, find } = merge([answer([{ id: 'llama3.2:3b', description: 'Told.', context_length: 8192 }])])
    expect(ids).toHaveLength(3)
    const expected = {
      model: {
        id: 'meta-llama/llama-3.2-3b-instruct',
        status: 'active',
        name: 'Llama 3.2 3B',
        description: 'Told.',
        created: Date.UTC(2024, 8, 25) / 1000,
        context_length: 8192,
        max_output_tokens: 8192,
        input_modalities: ['text'],
        knowledge_cutoff: '2023-12',
        open_weights: true,
        served_by: ['Groq'],
        capabilities: ['streaming'],
        pricing: [],
      },
      engineModelId: 'llama3.2:3b',
    }
    expect(find('meta-llama/llama-3.2-3b-instruct')).toMatchObject(expected)
    expect(find('llama3.2:3b')).toMatchObject(expected)
  })

  test('set the type of a model that the engine only names', () => {
    expect(merge([answer([{ id: 'whisper' }])]).one('openai/whisper')).toMatchObject({
      model_type: 'speech_to_text',
      status: 'active',
    })
  })

  test('have list prices, marked as such unless the maker serves them', () => {
    const told = [{ id: 'gpt' }]
    const atMaker = merge([answer(told, { maker: 'openai' })]).one('gpt')
    expect(atMaker).toMatchObject({ pricing: listPricing, pricing_source: { date: '2026-07-02' } })
    expect(atMaker).not.toHaveProperty('list_price')
    expect(merge([]).one('gpt')).not.toHaveProperty('list_price')
    const elsewhere = merge([answer(told, { maker: 'mistralai' })]).one('gpt')
    expect(elsewhere).toMatchObject({ pricing: listPricing, pricing_source: { date: '2026-07-02' }, list_price: true })
  })

  test('name the provider that serves them, never an engine’s own name', () => {
    const { one } = merge([answer([{ id: 'gpt' }], { name: 'secret-1', label: 'OpenAI' }), answer([{ id: 'own' }])])
    expect(one('openai/gpt')).toMatchObject({ provider: 'OpenAI' })
    expect(one('community/own')).not.toHaveProperty('provider')
    expect(one('openai/whisper')).not.toHaveProperty('provider')
  })

  test('never replace the engine’s price', () => {
    const pricing = [{ metric: 'input_tokens' as const, rate: 0 }]
    const told = merge([answer([{ id: 'gpt', pricing }], { maker: 'openai' })]).one('gpt')
    expect(told?.pricing).toEqual(pricing)
    expect(told).not.toHaveProperty('pricing_source')
    expect(told).not.toHaveProperty('list_price')
  })

  test('are active despite being deprecated if an engine serves them', () => {
    expect(merge([answer([{ id: 'gpt' }])]).one('gpt')).toMatchObject({ deprecated: true, status: 'active' })
    expect(merge([]).one('gpt')).toMatchObject({ deprecated: true, status: 'inactive' })
  })

  test('are inactive while the engine is down, but keep its details', () => {
    const { one, ids } = merge([answer([{ id: 'gpt', description: 'Told.' }], { reachable: false })])
    expect(one('openai/gpt')).toMatchObject({ status: 'inactive', description: 'Told.' })
    expect(ids).toHaveLength(3)
  })
})

describe('ids', () => {
  test('with a slash are published unchanged and listed once', () => {
    const { ids, one, find } = merge([answer([{ id: 'meta-llama/Llama-3.2-3B-Instruct' }])])
    expect(ids).toEqual(['meta-llama/Llama-3.2-3B-Instruct', 'openai/gpt', 'openai/whisper'])
    expect(one('meta-llama/Llama-3.2-3B-Instruct')).toMatchObject({ name: 'Llama 3.2 3B', author: 'meta-llama' })
    expect(find('meta-llama/llama-3.2-3b-instruct')?.engineModelId).toBe('meta-llama/Llama-3.2-3B-Instruct')
  })

  test.each([[['llama3.2:3b-instruct-q8_0', 'llama3.2:3b']], [['llama3.2:3b', 'llama3.2:3b-instruct-q8_0']]])(
    'go to the shorter of two copies: %o',
    (own) => {
      const { find } = merge([answer(own.map((id) => ({ id })))])
      expect(find('meta-llama/llama-3.2-3b-instruct')?.engineModelId).toBe('llama3.2:3b')
      expect(find('llama3.2:3b-instruct-q8_0')).toMatchObject({
        model: { id: 'meta-llama/llama3.2:3b-instruct-q8_0', context_length: 131_072 },
        engineModelId: 'llama3.2:3b-instruct-q8_0',
      })
    },
  )

  test('of unknown models belong to the community', () => {
    expect(merge([answer([{ id: 'constructor' }])]).one('constructor')?.id).toBe('community/constructor')
  })

  test('of one model at two engines are served by the reachable one', () => {
    const first = answer([{ id: 'gpt' }], { name: 'first', reachable: false })
    const second = answer([{ id: 'gpt-2026-01-01' }], { name: 'second' })
    expect(merge([first, second]).find('openai/gpt')).toMatchObject({
      engine: { name: 'second' },
      engineModelId: 'gpt-2026-01-01',
      model: { status: 'active' },
    })
  })
})

describe('overrides', () => {
  const engine = [answer([{ id: 'gpt', name: 'Told' }, { id: 'tiny' }])]

  test('take precedence, by published id', () => {
    const { one } = merge(engine, { 'openai/gpt': { name: 'Mine', pricing: [] }, 'community/tiny': { author: 'qwen' } })
    expect(one('gpt')).toMatchObject({ name: 'Mine', pricing: [] })
    expect(one('tiny')).toMatchObject({ id: 'community/tiny', author: 'qwen' })
  })

  test('can hide a model', () => {
    const deleted = { status: 'deleted' as const }
    const { ids, one } = merge(engine, { 'openai/gpt': deleted, 'openai/whisper': deleted })
    expect(ids).toEqual(['community/tiny', 'meta-llama/llama-3.2-3b-instruct'])
    for (const id of ['openai/gpt', 'gpt', 'gpt-2026-01-01', 'openai/whisper']) expect(one(id)).toBeUndefined()
  })

  test('can deactivate a model, but not activate one without an engine', () => {
    const { one } = merge(engine, { 'openai/gpt': { status: 'pending' }, 'openai/whisper': { status: 'active' } })
    expect(one('gpt')?.status).toBe('pending')
    expect(one('whisper')?.status).toBe('inactive')
  })
})
