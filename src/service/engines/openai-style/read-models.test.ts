import { describe, expect, test } from 'vitest'
import { readModels } from './read-models.ts'

const now = 1_700_000_000

describe('an engine’s list of models', () => {
  test('Ollama: little more than an id', () => {
    const list = {
      object: 'list',
      data: [{ id: 'llama3.2:3b', object: 'model', created: 1_690_000_000, owned_by: 'library' }],
    }
    expect(readModels(list, now)).toEqual([{ id: 'llama3.2:3b', created: 1_690_000_000, owned_by: 'library' }])
  })

  test('llama.cpp: a path for an id, the context in meta, and the time of asking for a date', () => {
    const entry = {
      id: '/models/q.gguf',
      created: now,
      owned_by: 'llamacpp',
      meta: { n_ctx_train: 32_768, n_vocab: 1 },
    }
    expect(readModels({ models: [], object: 'list', data: [entry] }, now)).toEqual([
      { id: '/models/q.gguf', owned_by: 'llamacpp', context_length: 32_768 },
    ])
  })

  test.each([
    [{ max_model_len: 4096 }, 4096],
    [{ context_length: 8192, name: 'N' }, 8192],
    [{ context_window: 100, max_model_len: 50 }, 50],
    [{ meta: { n_ctx: 512, n_ctx_train: 4096 } }, 512],
    [{ max_model_len: 0, context_length: '4096' }, undefined],
    [{ meta: null }, undefined],
  ])('the context of %o is %s', (fields, context) => {
    expect(readModels({ data: [{ id: 'x', ...fields }] }, now)[0]?.context_length).toBe(context)
  })

  test('says nothing of what the engine does not say, or says wrongly', () => {
    const entry = { id: 'x', created: 1.5, owned_by: '', name: null, description: 3, pricing: 'free' }
    expect(readModels({ data: [entry] }, now)).toEqual([{ id: 'x' }])
  })

  test('may be empty, null or bare, and entries without an id are left out', () => {
    expect(readModels({ data: null }, now)).toEqual([])
    expect(readModels({ data: [] }, now)).toEqual([])
    expect(readModels([{ id: 'x' }], now)).toEqual([{ id: 'x' }])
    expect(readModels({ data: [null, {}, { id: '' }, { id: 5 }, { id: 'x' }] }, now)).toEqual([{ id: 'x' }])
  })

  test.each([undefined, null, {}, { object: 'list' }, { data: {} }, '<html>', { error: 'x' }])(
    '%o is no list',
    (value) => {
      expect(() => readModels(value, now)).toThrow('not a list of models')
    },
  )
})
