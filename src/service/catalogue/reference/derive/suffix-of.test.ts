import { expect, test } from 'vitest'
import { suffixOf } from './suffix-of.ts'

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
])('%s ends in a name', (name) => {
  expect(suffixOf(name)).toBeUndefined()
})
