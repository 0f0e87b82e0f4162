import { describe, expect, test } from 'vitest'
import { readEngineModels, readNamedModel } from './model-list.ts'

const now = 1_700_000_000

describe('an engine’s list of models', () => {
  test('Ollama: reads entries with little more than an id', () => {
    const list = {
      object: 'list',
      data: [{ id: 'llama3.2:3b', object: 'model', created: 1_690_000_000, owned_by: 'library' }],
    }
    expect(readEngineModels(list, now)).toEqual([{ id: 'llama3.2:3b', created: 1_690_000_000 }])
  })

  test('llama.cpp: reads a path as id and capabilities from a second list, and ignores the date', () => {
    const entry = {
      id: '/models/q.gguf',
      created: now,
      owned_by: 'llamacpp',
      meta: { n_ctx_train: 32_768, n_vocab: 1 },
    }
    const expected = { id: '/models/q.gguf', publishedAs: 'q', context_length: 32_768 }
    expect(readEngineModels({ models: [], object: 'list', data: [entry] }, now)).toEqual([expected])
    const able = (...capabilities: string[]) => [{ name: entry.id, model: entry.id, capabilities }]
    expect(readEngineModels({ models: able('completion'), data: [entry] }, now)).toEqual([
      { ...expected, lacks: ['vision'] },
    ])
    expect(readEngineModels({ models: able('completion', 'multimodal'), data: [entry] }, now)).toEqual([
      { ...expected, capabilities: ['vision'] },
    ])
    expect(
      readEngineModels({ models: able('completion'), data: [{ ...entry, owned_by: 'me' }] }, now)?.[0]?.lacks,
    ).toBe(undefined)
  })

  test.each([
    ['/home/me/models/Qwen3-8B-Q4_K_M.gguf', 'Qwen3-8B-Q4_K_M'],
    ['models/Phi-4.GGUF', 'Phi-4'],
    ['Phi-4.gguf', 'Phi-4'],
    ['C:\\Users\\me\\Phi-4.gguf', 'Phi-4'],
    ['..\\Phi-4.gguf', 'Phi-4'],
    ['/data/models/llama-3/', 'llama-3'],
    ['ggml-org/gemma-3-4b-it-GGUF:Q4_K_M', undefined],
    ['acme/tiny', undefined],
    ['llama3.2:3b', undefined],
    ['/', undefined],
  ])('llama.cpp: publishes the id %s as %s', (id, publishedAs) => {
    const models = readEngineModels([{ id, owned_by: 'llamacpp' }], now)
    expect(models).toEqual([{ id, ...(publishedAs !== undefined && { publishedAs }) }])
  })

  test('any engine: hides an absolute path, but publishes an id that looks like a file name', () => {
    const published = (id: string) => readEngineModels([{ id, owned_by: 'vllm' }], now)?.[0]?.publishedAs
    expect(published('/data/llama-3')).toBe('llama-3')
    expect(published('TheBloke/Phi-GGUF/phi.gguf')).toBe(undefined)
  })

  test('vLLM: reads the context, and ignores the owner', () => {
    const entry = { id: 'acme/m', created: now, owned_by: 'vllm', root: 'acme/m', parent: null, max_model_len: 8192 }
    expect(readEngineModels({ object: 'list', data: [entry] }, now)).toEqual([{ id: 'acme/m', context_length: 8192 }])
  })

  test('LM Studio: reads model types, and leaves out embeddings', () => {
    const list = [
      { id: 'qwen2-vl-7b', type: 'vlm', state: 'not-loaded', max_context_length: 32_768 },
      { id: 'llama-3.2-1b', type: 'llm', owned_by: 'organization_owner' },
      { id: 'text-embedding-nomic-embed-text-v1.5', type: 'embeddings' },
    ]
    expect(readEngineModels({ data: list, object: 'list' }, now)).toEqual([
      { id: 'qwen2-vl-7b', context_length: 32_768, capabilities: ['vision'] },
      { id: 'llama-3.2-1b', lacks: ['vision'] },
    ])
  })

  test('OpenRouter: reads prices per token as strings, modalities and parameters', () => {
    const entry = {
      id: 'acme/m',
      name: 'Acme: M',
      created: 1_690_000_000,
      context_length: 131_072,
      architecture: { modality: 'text+image->text', input_modalities: ['text', 'image'], output_modalities: ['text'] },
      pricing: { prompt: '0.0000001', completion: '0.0000004', request: '0', image: '0', internal_reasoning: '0' },
      supported_parameters: ['tools', 'max_tokens', 'temperature'],
    }
    expect(readEngineModels({ data: [entry] }, now)).toEqual([
      {
        id: 'acme/m',
        name: 'Acme: M',
        created: 1_690_000_000,
        context_length: 131_072,
        pricing: [
          { metric: 'input_tokens', rate: 0.1 },
          { metric: 'output_tokens', rate: 0.4 },
        ],
        capabilities: ['vision', 'function_calling'],
        lacks: ['structured_output', 'reasoning'],
        supported_parameters: ['tools', 'max_tokens', 'temperature'],
      },
    ])
  })

  test('OpenRouter: reads a model with only image output as an image model', () => {
    const painter = (output: string[]) => ({ id: 'a', architecture: { output_modalities: output } })
    expect(readEngineModels([painter(['image'])], now)?.[0]?.model_type).toBe('image_generation')
    expect(readEngineModels([painter(['image', 'text'])], now)?.[0]?.model_type).toBeUndefined()
  })

  test('Mistral: reads capabilities by name', () => {
    const entry = {
      id: 'm',
      name: null,
      max_context_length: 1000,
      capabilities: { completion_chat: true, function_calling: true, vision: false },
    }
    expect(readEngineModels({ data: [entry] }, now)).toEqual([
      { id: 'm', context_length: 1000, capabilities: ['function_calling'], lacks: ['vision'] },
    ])
  })

  test('Google: removes the folder from ids', () => {
    expect(readEngineModels({ data: [{ id: 'models/gemini-x', owned_by: 'google' }] }, now)?.[0]?.id).toBe('gemini-x')
    expect(readEngineModels({ data: [{ id: 'models/file.gguf' }] }, now)?.[0]?.id).toBe('models/file.gguf')
  })

  test('Anthropic: reads display names and ISO dates', () => {
    const entry = { type: 'model', id: 'claude-x', display_name: 'Claude X', created_at: '2023-02-22T12:00:00Z' }
    expect(
      readEngineModels({ data: [entry], has_more: false, first_id: 'claude-x', last_id: 'claude-x' }, now),
    ).toEqual([{ id: 'claude-x', name: 'Claude X', created: 1_677_067_200 }])
  })

  test('Groq: reads inactive models', () => {
    expect(readEngineModels([{ id: 'x', active: false, context_window: 5 }], now)).toEqual([
      { id: 'x', status: 'inactive', context_length: 5 },
    ])
  })

  test('Together: reads a bare list with types', () => {
    const list = [
      { id: 'a', type: 'chat', display_name: 'A', pricing: { hourly: 0, input: 0.2, output: 0.6 } },
      { id: 'b', type: 'image', pricing: { input: 0, output: 0 } },
      { id: 'c', type: 'embedding' },
    ]
    expect(readEngineModels(list, now)).toEqual([
      {
        id: 'a',
        name: 'A',
        pricing: [
          { metric: 'input_tokens', rate: 0.2 },
          { metric: 'output_tokens', rate: 0.6 },
        ],
      },
      { id: 'b', model_type: 'image_generation' },
    ])
  })

  test.each(['text-embedding-3-small', 'nomic-embed-text:latest', 'mxbai-embed-large', 'BAAI/bge-reranker-v2'])(
    'leaves out %s',
    (id) => {
      expect(readEngineModels([{ id }], now)).toEqual([])
    },
  )

  test('includes embedding models on request, but no reranking models', () => {
    const ids = ['text-embedding-3-small', 'nomic-embed-text:latest', 'BAAI/bge-m3', 'BAAI/bge-reranker-v2', 'x']
    const list = [...ids.map((id) => ({ id })), { id: 'c', type: 'embeddings' }]
    expect(readEngineModels(list, now, { withEmbeddings: true })).toEqual([
      { id: 'text-embedding-3-small', embeddings: true },
      { id: 'nomic-embed-text:latest', embeddings: true },
      { id: 'BAAI/bge-m3', embeddings: true },
      { id: 'x' },
      { id: 'c', embeddings: true },
    ])
  })

  test('reads the type of a model that only the settings name', () => {
    expect(readNamedModel('tts-1')).toEqual({ id: 'tts-1', model_type: 'text_to_speech' })
    expect(readNamedModel('mxbai-embed-large')).toEqual({ id: 'mxbai-embed-large', embeddings: true })
    expect(readNamedModel('BAAI/bge-reranker-v2')).toEqual({ id: 'BAAI/bge-reranker-v2' })
  })

  test.each([
    [{ max_model_len: 4096 }, 4096],
    [{ context_length: 8192, name: 'N' }, 8192],
    [{ context_window: 100, max_model_len: 50 }, 50],
    [{ meta: { n_ctx: 512, n_ctx_train: 4096 } }, 512],
    [{ max_model_len: 0, context_length: '4096' }, undefined],
    [{ meta: null }, undefined],
    [{ context_length: 1e300 }, undefined],
  ])('reads the context of %o as %s', (fields, context) => {
    expect(readEngineModels({ data: [{ id: 'x', ...fields }] }, now)?.[0]?.context_length).toBe(context)
  })

  test('leaves out missing and invalid fields', () => {
    const entry = { id: 'x', created: 1.5, owned_by: '', name: null, description: 3, pricing: 'free' }
    expect(readEngineModels({ data: [entry] }, now)).toEqual([{ id: 'x' }])
  })

  test('returns plain text, and leaves out entries with an unprintable id', () => {
    const entry = {
      id: 'x',
      name: 'invoice\u202Efdp\n\u0000exe',
      description: 'two\nlines\u2066',
      owned_by: '\u202Eme',
    }
    const others = [{ id: 'a\u202Eb' }, { id: 'a\nb' }, { id: 'x'.repeat(600) }]
    expect(readEngineModels({ data: [entry, ...others] }, now)).toEqual([
      { id: 'x', name: 'invoicefdp  exe', description: 'two\nlines', owned_by: 'me' },
    ])
  })

  test('accepts an empty, null or bare list, and leaves out entries without an id', () => {
    expect(readEngineModels({ data: null }, now)).toEqual([])
    expect(readEngineModels({ data: [] }, now)).toEqual([])
    expect(readEngineModels([{ id: 'x' }], now)).toEqual([{ id: 'x' }])
    expect(readEngineModels({ data: [null, {}, { id: '' }, { id: 5 }, { id: 'x' }] }, now)).toEqual([{ id: 'x' }])
  })

  test.each([undefined, null, {}, { object: 'list' }, { data: {} }, '<html>', { error: 'x' }])(
    'rejects %o',
    (value) => {
      expect(readEngineModels(value, now)).toBeUndefined()
    },
  )
})
