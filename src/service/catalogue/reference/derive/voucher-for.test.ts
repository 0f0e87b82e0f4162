import { describe, expect, test } from 'vitest'
import { chat, derive, open } from './derive-reference.test-support.ts'

describe('what is left out', () => {
  test('deprecated models, wherever else they are still listed', () => {
    const gone = chat({ status: 'deprecated' })
    expect(
      derive({ google: { 'gemini-2.0-flash': gone }, openrouter: { 'google/gemini-2.0-flash': chat() } }).models,
    ).toEqual([])
    const ended = { litellm_provider: 'anthropic', mode: 'chat', deprecation_date: '2026-07-24' }
    expect(derive({}, { 'claude-opus-5': ended }).models).toEqual([])
    expect(derive({}, { 'claude-opus-5': { ...ended, deprecation_date: '2026-07-25' } }).models).toHaveLength(1)
  })

  test.each([
    'text-embedding-3-large',
    'ft:gpt-4o-2024-08-06',
    'ft:gpt-4o-mini-2024-07-18:acme::abc123',
    'gpt-realtime',
    'sora-2',
    '~openai/gpt-latest',
  ])('%s', (id) => {
    const litellm = { [id]: { litellm_provider: 'openai', mode: 'chat' } }
    expect(derive({ openai: { [id]: chat() }, openrouter: { [id]: chat() } }, litellm).models).toEqual([])
  })

  test.each([
    'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'low/1024-x-1024/gpt-image-1',
    'accounts/fireworks/routers/kimi-k2p6-fast',
    'qwen3:30b',
    'nousresearch/hermes-4-70b',
    'a/b/c/d',
    '',
    '/',
    ':',
  ])('the provider’s own “%s”', (id) => {
    expect(derive({ one: { [id]: open() }, two: { [id]: open() } }).models).toEqual([])
  })

  test('open weights that one provider alone serves, and closed ones that only resellers do', () => {
    expect(derive({ openrouter: { 'qwen/qwen-tiny': open() } }).models).toEqual([])
    expect(derive({ openrouter: { 'x-ai/grok-9': chat() }, vercel: { 'xai/grok-9': chat() } }).models).toEqual([])
  })

  test('text models that only LiteLLM still lists', () => {
    expect(derive({}, { 'gpt-3.5-turbo-16k': { litellm_provider: 'openai', mode: 'chat' } }).models).toEqual([])
  })
})
