import { describe, expect, test } from 'vitest'
import { chatModel, derive, openModel } from './derive-reference.test-support.ts'
import { suffixOf } from './fold-names.ts'

describe('suffixOf', () => {
  test.each([
    ['gpt-4o-2024-08-06', { kind: 'date', stem: 'gpt-4o', day: '2024-08-06', month: '2024-08' }],
    ['claude-haiku-4-5-20251001', { kind: 'date', stem: 'claude-haiku-4-5', day: '2025-10-01', month: '2025-10' }],
    ['command-r-08-2024', { kind: 'date', stem: 'command-r', month: '2024-08' }],
    ['qwen3.5-plus-02-15', { kind: 'date', stem: 'qwen3.5-plus' }],
    ['gpt-4-0613', { kind: 'date', stem: 'gpt-4' }],
    ['mistral-small-2506', { kind: 'version', stem: 'mistral-small', month: '2025-06' }],
    ['mistral-small-latest', { kind: 'latest', stem: 'mistral-small' }],
    ['gemini-3.1-pro-preview', { kind: 'preview', stem: 'gemini-3.1-pro' }],
    ['gemini-2.0-flash-001', { kind: 'revision', stem: 'gemini-2.0-flash' }],
  ])('%s', (name, suffix) => {
    expect(suffixOf(name)).toEqual(suffix)
  })

  test.each([
    'gpt-4',
    'gpt-4.1',
    'qwen3-32b',
    'claude-opus-4-1',
    'phi-3-mini-4k-instruct',
    'gpt-4-9999',
    'o3-20251399',
    'latest',
  ])('%s has no suffix', (name) => {
    expect(suffixOf(name)).toBeUndefined()
  })
})

describe('foldNames', () => {
  test('merges different spellings by resellers', () => {
    const { models } = derive({
      openrouter: { 'deepseek/deepseek-chat-v3-0324': openModel(), 'deepseek/deepseek-chat-v3-0324:free': openModel() },
      huggingface: { 'deepseek-ai/DeepSeek-V3-0324': openModel() },
      'fireworks-ai': { 'accounts/fireworks/models/deepseek-v3-0324': openModel() },
      azure: { 'DeepSeek-V3-0324': openModel() },
      'cloudflare-workers-ai': { '@cf/deepseek-ai/deepseek-v3-0324-fp8': openModel() },
    })
    expect(models.map(({ id }) => id)).toEqual(['deepseek/deepseek-v3-0324'])
    expect(models[0]?.aliases).toEqual([
      '@cf/deepseek-ai/deepseek-v3-0324-fp8',
      'accounts/fireworks/models/deepseek-v3-0324',
      'deepseek-ai/deepseek-v3-0324',
      'deepseek/deepseek-chat-v3-0324',
    ])
  })

  test('merges a dated snapshot only at the same price', () => {
    const { models } = derive({
      openai: {
        'gpt-4o': chatModel(),
        'gpt-4o-2024-08-06': chatModel(),
        'gpt-4o-2024-05-13': chatModel({ cost: { input: 5, output: 15 } }),
      },
      anthropic: { 'claude-haiku-4-5': chatModel(), 'claude-haiku-4-5-20251001': chatModel() },
      openrouter: { 'anthropic/claude-haiku-4.5': chatModel() },
    })
    expect(models.map(({ id, aliases }) => [id, aliases])).toEqual([
      ['anthropic/claude-haiku-4-5', ['anthropic/claude-haiku-4.5', 'claude-haiku-4-5-20251001']],
      ['openai/gpt-4o', ['gpt-4o-2024-08-06']],
      ['openai/gpt-4o-2024-05-13', undefined],
    ])
  })

  test('merges the latest alias into the newest of Mistral’s releases', () => {
    const { models } = derive({
      mistral: {
        'mistral-small-2506': chatModel({ cost: { input: 0.1, output: 0.3 } }),
        'mistral-small-2603': chatModel({ cost: { input: 0.15, output: 0.6 } }),
        'mistral-small-latest': chatModel({ cost: { input: 0.15, output: 0.6 } }),
      },
      openrouter: { 'mistralai/mistral-small-3.2-24b-instruct': openModel(), 'mistralai/mistral-small': openModel() },
    })
    expect(models.map(({ id }) => id)).toEqual(['mistralai/mistral-small-2506', 'mistralai/mistral-small-2603'])
    expect(models[0]?.aliases).toContain('mistralai/mistral-small-3.2-24b-instruct')
    expect(models[1]?.aliases).toContain('mistral-small-latest')
  })

  test('keeps open weights with different dates separate', () => {
    const both = { 'deepseek/deepseek-r1': openModel(), 'deepseek/deepseek-r1-0528': openModel() }
    const { models } = derive({ openrouter: both, huggingface: both })
    expect(models.map(({ id }) => id)).toEqual(['deepseek/deepseek-r1', 'deepseek/deepseek-r1-0528'])
  })

  test('drops ambiguous aliases', () => {
    const { models } = derive({
      groq: { 'openai/whisper-large-v3': openModel(), 'whisper-large-v3': openModel() },
      nvidia: { 'meta/llama-9': openModel(), 'qwen/qwen-9': openModel() },
      huggingface: { 'meta-llama/llama-9': openModel(), 'Qwen/qwen-9': openModel() },
    })
    const aliases = models.flatMap((model) => [model.id, model.id.split('/')[1], ...(model.aliases ?? [])])
    expect(new Set(aliases).size).toBe(aliases.length)
  })
})
