import { describe, expect, test } from 'vitest'
import { model } from '#contract/model.ts'
import { publishModel } from './publish-model.ts'

describe('publishModel', () => {
  test('sets every field of seed 2.3 without inventing facts', () => {
    const published = publishModel({ id: 'llama3.2:3b' })
    expect(published).toEqual({
      id: 'community/llama3.2:3b',
      object: 'model',
      author: 'community',
      slug: 'llama3.2-3b',
      name: 'llama3.2:3b',
      description: '',
      created: 0,
      owned_by: 'community',
      status: 'active',
      visibility: 'public',
      pricing: [],
      context_length: 4096,
      context_length_known: false,
      model_type: 'text_generation',
    })
    expect(model.parse(published)).toEqual(published)
  })

  test('keeps the engine’s details', () => {
    const engineModel = {
      id: 'openai/gpt',
      name: 'GPT',
      description: 'A model.',
      created: 1_700_000_000,
      owned_by: 'OpenAI',
      context_length: 8192,
      pricing: [{ metric: 'input_tokens' as const, rate: 1 }],
      capabilities: ['vision' as const],
    }
    expect(publishModel(engineModel)).toMatchObject({ ...engineModel, author: 'openai' })
    expect(publishModel(engineModel)).not.toHaveProperty('context_length_known')
  })

  test.each([
    ['mistralai/small', 'mistralai/small', 'mistralai', 'small'],
    ['acme/tiny', 'acme/tiny', 'community', 'tiny'],
    ['a/b/C d', 'a/b/C d', 'community', 'b-c-d'],
    ['/models/file.gguf', '/models/file.gguf', 'community', 'models-file.gguf'],
    ['tiny', 'community/tiny', 'community', 'tiny'],
    ['acme/', 'acme/', 'community', 'acme'],
    ['acme/小', 'acme/小', 'community', '%E5%B0%8F'],
  ])('publishes %s as %s by %s', (id, published, author, slug) => {
    const result = publishModel({ id })
    expect(result).toMatchObject({ id: published, author, slug })
    expect(model.safeParse(result).success).toBe(true)
  })

  test('prefixes an id without a slash with its known author', () => {
    expect(publishModel({ id: 'qwen3', author: 'qwen' })).toMatchObject({ id: 'qwen/qwen3', author: 'qwen' })
  })

  test('prefers overrides to the engine, and the engine to the reference catalogue', () => {
    const known = {
      id: 'openai/gpt',
      author: 'openai' as const,
      status: 'inactive' as const,
      name: 'known',
      description: 'known',
      slug: 'known',
      context_length: 3,
      more: {},
      facts: { name: 'source', date: '2026-01-01', licence: 'MIT' },
    }
    const engineModel = { id: 'gpt', name: 'told', description: 'told' }
    const override = { name: 'override', visibility: 'private' as const }
    expect(publishModel(engineModel, { id: 'openai/gpt', known, override })).toMatchObject({
      id: 'openai/gpt',
      author: 'openai',
      name: 'override',
      description: 'told',
      context_length: 3,
      status: 'active',
      visibility: 'private',
      reference: { name: 'source', date: '2026-01-01' },
    })
  })

  test('removes capabilities that the engine rules out', () => {
    const facts = { name: 'source', date: '2026-01-01', licence: 'MIT' }
    const known = { id: 'openai/gpt', author: 'openai' as const, status: 'inactive' as const, more: {}, facts }
    const able = { ...known, capabilities: ['streaming' as const, 'vision' as const] }
    const engineModel = { id: 'gpt', capabilities: ['reasoning' as const], lacks: ['vision' as const] }
    expect(publishModel(engineModel, { known: able }).capabilities).toEqual(['streaming', 'reasoning'])
    expect(publishModel(engineModel, { known: able, override: { capabilities: [] } }).capabilities).toEqual([])
    expect(publishModel({ id: 'gpt' }, { known })).not.toHaveProperty('capabilities')
  })
})
