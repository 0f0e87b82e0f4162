import { describe, expect, test } from 'vitest'
import { owners } from './owners.ts'
import { modelKey, plainName, spellings } from './spellings.ts'

describe('spellings', () => {
  test('map each name to one model, and no canonical name to another', () => {
    const keys = Object.entries(spellings).flatMap(([id, others]) => {
      const owner = id.slice(0, id.indexOf('/'))
      return [...new Set([id.slice(owner.length + 1), ...others].map((name) => modelKey(owner, name)))]
    })
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
  })

  test('have known makers', () => {
    const makers = Object.keys(spellings).map((id) => id.slice(0, id.indexOf('/')))
    expect(makers.filter((maker) => !owners[maker])).toEqual([])
  })
})

describe('modelKey', () => {
  test.each([
    ['anthropic', 'claude-4.5-sonnet', 'claude-sonnet-4-5'],
    ['anthropic', 'claude-opus-4-0', 'claude-opus-4'],
    ['anthropic', 'claude-opus-4-20250514', 'claude-opus-4-20250514'],
    ['meta-llama', 'Meta-Llama-3-8B-Instruct-Lite', 'llama-3-8b-instruct'],
    ['meta-llama', 'llama-3.3-70b-instruct-turbo', 'llama-3.3-70b-instruct'],
    ['mistralai', 'mistral-medium-3-1-2508', 'mistral-medium-2508'],
    ['mistralai', 'ministral-3-8b-2512', 'ministral-8b-2512'],
    ['cohere', 'cohere-command-a', 'command-a'],
    ['qwen', 'qwen3-235b-a22b-fp8', 'qwen3-235b-a22b'],
    ['openai', 'gpt-4-turbo', 'gpt-4-turbo'],
  ])('%s/%s is %s', (owner, name, plain) => {
    expect(plainName(owner, name)).toBe(plain)
  })

  test('is the same for all spellings of a name, and differs between models', () => {
    expect(modelKey('qwen', 'Qwen2.5-72B-Instruct')).toBe(modelKey('qwen', 'qwen-2.5-72b-instruct'))
    expect(modelKey('qwen', 'qwen2-5-72b-instruct')).toBe(modelKey('qwen', 'qwen-2.5-72b-instruct'))
    expect(modelKey('meta-llama', 'llama-3.1-8b')).not.toBe(modelKey('meta-llama', 'llama-3.1-8b-instruct'))
  })
})
