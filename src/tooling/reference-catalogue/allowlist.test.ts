import { describe, expect, test } from 'vitest'
import { chatModel, derive, deriveOne, openModel, ruby } from './derive-reference.test-support.ts'

describe('a deprecated model', () => {
  const gone = chatModel({ status: 'deprecated' })

  test('keeps its price, even if others still list it', () => {
    const resold = { 'google/gemini-2.0-flash': chatModel() }
    expect(deriveOne({ google: { 'gemini-2.0-flash': gone }, openrouter: resold })).toMatchObject({
      deprecated: true,
      rates: { input_tokens: 0.4, output_tokens: 1.6 },
      served_by: ['openrouter'],
    })
  })

  test('has a shutdown date no later than the newest source', () => {
    const ends = (deprecation_date: string) =>
      deriveOne({}, { 'gpt-audio': { litellm_provider: 'openai', mode: 'chat', deprecation_date } }).deprecated
    expect(ends('2026-08-19')).toBe(true)
    expect(ends('2026-08-20')).toBeUndefined()
  })

  test('is deprecated by the newest source', () => {
    const end = { litellm_provider: 'openai', mode: 'chat', deprecation_date: '2026-07-01' }
    expect(deriveOne({ openai: { gpt: chatModel() } }, { gpt: end }).deprecated).toBe(true)
    expect(deriveOne({ openai: { gpt: gone } }, { gpt: end }, [ruby('openai', 'gpt')]).deprecated).toBeUndefined()
    expect(
      deriveOne({ openai: { gpt: chatModel() } }, {}, [ruby('openai', 'gpt', {}, { status: 'deprecated' })]),
    ).toHaveProperty('deprecated')
  })
})

describe('a model newer than models.dev', () => {
  test('comes from OpenRouter if the maker’s list is older', () => {
    const resold = [ruby('openrouter', 'qwen/qwen9-max'), ruby('openrouter', 'x-ai/grok-9')]
    expect(
      derive({}, {}, [...resold, ruby('xai', 'grok-8')]).models.map(({ id, rates }) => [id, rates !== undefined]),
    ).toEqual([
      ['qwen/qwen9-max', false],
      ['x-ai/grok-8', true],
    ])
  })
})

describe('the allowlist excludes', () => {
  test.each([
    'text-embedding-3-large',
    'ft:gpt-4o-2024-08-06',
    'ft:gpt-4o-mini-2024-07-18:acme::abc123',
    'gpt-realtime',
    'sora-2',
    '~openai/gpt-latest',
  ])('%s', (id) => {
    const litellm = { [id]: { litellm_provider: 'openai', mode: 'chat' } }
    expect(derive({ openai: { [id]: chatModel() }, openrouter: { [id]: chatModel() } }, litellm).models).toEqual([])
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
  ])('the id “%s”', (id) => {
    expect(derive({ one: { [id]: openModel() }, two: { [id]: openModel() } }).models).toEqual([])
  })

  test('open weights with one host, and closed weights with only resellers', () => {
    expect(derive({ openrouter: { 'qwen/qwen-tiny': openModel() } }).models).toEqual([])
    expect(
      derive({ openrouter: { 'x-ai/grok-9': chatModel() }, vercel: { 'xai/grok-9': chatModel() } }).models,
    ).toEqual([])
  })

  test('text models that only LiteLLM lists', () => {
    expect(derive({}, { 'gpt-3.5-turbo-16k': { litellm_provider: 'openai', mode: 'chat' } }).models).toEqual([])
  })
})
