import { describe, expect, test } from 'vitest'
import { readModelType } from '#dialects/capabilities.ts'
import { createReferenceCatalogue } from './create-reference-catalogue.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import type { ReferenceEntry, ReferenceSource } from './reference-entry.ts'

const sources: ReferenceSource[] = [
  { name: 'anomalyco/models.dev', commit: 'f3fc692', date: '2026-07-02', licence: 'MIT' },
  { name: 'BerriAI/litellm', date: '2026-07-24', licence: 'MIT' },
]

function entry(facts: Partial<ReferenceEntry>): ReferenceEntry {
  return { id: 'openai/gpt', type: 'text_generation', name: 'GPT', source: 0, ...facts }
}

const names = { makers: { 'black-forest-labs': 'Black Forest Labs' }, providers: { bfl: 'BFL' } }

const haiku = entry({
  id: 'anthropic/claude-haiku-4-5',
  aliases: ['anthropic/claude-haiku-4.5', 'claude-haiku-4-5-20251001'],
})
const llama = entry({
  id: 'meta-llama/llama-3.1-8b-instruct',
  aliases: ['llama3.1:8b', 'accounts/x/models/llama-3.1-8b'],
})
const kimi = entry({ id: 'community/kimi-k2', owner: 'moonshotai', aliases: ['kimi-k2-0711-preview'] })

describe('finding a model', () => {
  const { find } = createReferenceCatalogue({ sources, ...names, models: [haiku, llama, kimi] })

  test.each([
    ['anthropic/claude-haiku-4-5', haiku.id],
    ['claude-haiku-4-5', haiku.id],
    ['claude-haiku-4-5-20251001', haiku.id],
    ['anthropic/claude-haiku-4-5-20251001', haiku.id],
    ['anthropic/claude-haiku-4.5', haiku.id],
    ['meta-llama/Llama-3.1-8B-Instruct', llama.id],
    ['meta-llama/llama-3.1-8b-instruct:free', llama.id],
    ['models/llama-3.1-8b-instruct', llama.id],
    ['llama3.1:8b', llama.id],
    ['Llama-3.1-8B-Instruct:latest', llama.id],
    ['/srv/models/Llama-3.1-8B-Instruct-Q4_K_M.gguf', llama.id],
    ['llama-3.1-8b-instruct.gguf', llama.id],
    ['accounts/x/models/llama-3.1-8b', llama.id],
    ['moonshotai/kimi-k2', kimi.id],
    ['moonshotai/kimi-k2-0711-preview', kimi.id],
  ])('finds %s as %s', (id, found) => {
    expect(find(id)?.id).toBe(found)
  })

  test.each(['', '/', 'claude', 'openai/claude-haiku-4-5', 'llama3.1', 'llama3.1:70b', 'constructor', '__proto__'])(
    'does not find “%s”',
    (id) => {
      expect(find(id)).toBeUndefined()
    },
  )

  test('does not find an ambiguous name', () => {
    const twice = createReferenceCatalogue({
      sources,
      ...names,
      models: [entry({ id: 'openai/x' }), entry({ id: 'google/x' })],
    })
    expect(twice.find('x')).toBeUndefined()
    expect(twice.find('google/x')?.id).toBe('google/x')
  })
})

describe('a model of the reference catalogue', () => {
  test('has all known facts, with their source and date', () => {
    const known = entry({
      id: 'community/flux',
      type: 'image_generation',
      owner: 'black-forest-labs',
      released: '2023-11-14',
      context: 512,
      capabilities: 'image_editing',
      input: 'text image',
      open_weights: true,
      served_by: ['bfl', 'unnamed'],
      rates: { images: 40_000 },
      rates_source: 1,
    })
    expect(createReferenceCatalogue({ sources, ...names, models: [known] }).models).toEqual([
      {
        id: 'community/flux',
        author: 'community',
        name: 'GPT',
        description: 'Black Forest Labs open-weights image model with image editing.',
        owned_by: 'black-forest-labs',
        status: 'inactive',
        model_type: 'image_generation',
        created: Date.UTC(2023, 10, 14) / 1000,
        context_length: 512,
        capabilities: ['image_editing'],
        pricing: [{ metric: 'images', rate: 40_000 }],
        more: { input_modalities: ['text', 'image'], open_weights: true, served_by: ['BFL', 'unnamed'] },
        facts: sources[0],
        pricing_facts: sources[1],
      },
    ])
  })

  test('leaves out unknown facts', () => {
    const [model] = createReferenceCatalogue({ sources, ...names, models: [entry({})] }).models
    expect(Object.keys(model ?? {})).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(?:created|context_length|capabilities|pricing|pricing_facts)$/),
      ]),
    )
  })

  test('is left out if its source is missing', () => {
    expect(createReferenceCatalogue({ sources: [], ...names, models: [entry({})] }).models).toEqual([])
  })
})

test('the types derived from ids agree with the reference data', () => {
  const contradicted = referenceCatalogue.models.filter(({ id, model_type: type }) => {
    const read = readModelType(id, {})
    return read !== undefined && read !== type
  })
  expect(contradicted).toEqual([])
})
