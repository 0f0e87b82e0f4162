import { expect, it } from 'vitest'
import type { PriceMetric } from '#contract/model.ts'
import { firstWorkload } from '#app/models/workload.ts'
import { capabilityList, figureHint } from './row-hints.tsx'
import { modelOf } from '#app/features/catalogue/messy-models.test-support.ts'

const painter = modelOf('a/painter', {
  model_type: 'image_generation',
  pricing: [
    { metric: 'steps' as PriceMetric, rate: 1 },
    { metric: 'images', rate: 39_000 },
  ],
})
const talker = modelOf('a/talker', {
  created: 1_760_000_000,
  context_length: 131_072,
  context_length_known: true,
  capabilities: ['reasoning', 'streaming'],
  pricing: [
    { metric: 'input_tokens', rate: 0 },
    { metric: 'output_tokens', rate: 0.5 },
  ],
})

it('has the exact value of a rounded figure', () => {
  expect(figureHint('context', talker, firstWorkload)).toBe('131,072 tokens (input + output)')
  expect(figureHint('input_tokens', talker, firstWorkload)).toMatch(/^Free · Input tokens · Prices from/u)
  expect(figureHint('output_tokens', talker, firstWorkload)).toMatch(/^\$0\.50 per 1M · Output tokens · Prices from/u)
  expect(figureHint('month', talker, firstWorkload)).toMatch(/^\$7\.50 per month, \$0\.00025 per request · 2,000 in/u)
  expect(figureHint('age', talker, firstWorkload)).toBe('9 October 2025')
  expect(capabilityList(talker)).toBe('Streaming, Reasoning')
})

it('has no hint for unknown figures', () => {
  const unknown = modelOf('a/unknown')
  for (const name of ['cached_input_tokens', 'input_tokens', 'month', 'age', 'colour']) {
    expect(figureHint(name, unknown, firstWorkload)).toBeNull()
  }
})

it('has prices in their usual unit, and none in an unknown unit', () => {
  expect(figureHint('price', painter, firstWorkload)).toMatch(/^Price per image: \$0\.039 · Prices from/u)
  const listener = modelOf('a/listener', { pricing: [{ metric: 'audio_seconds', rate: 100 }] })
  expect(figureHint('price', listener, firstWorkload)).toMatch(/^Price per minute: \$0\.006 · /u)
})

it('names every price tier, the one that applies, and why a workload has no cost', () => {
  const tiers = [{ above_input_tokens: 200_000, rate: 2.5 }]
  const tiered = modelOf('a/tiered', {
    context_length: 1_048_576,
    context_length_known: true,
    pricing: [
      { metric: 'input_tokens', rate: 1.25, tiers },
      { metric: 'output_tokens', rate: 10 },
    ],
  })
  expect(figureHint('input_tokens', tiered, firstWorkload)).toMatch(
    /^\$1\.25 per 1M · Input tokens · \$2\.50 above 200K input tokens · Prices from/u,
  )
  const long = { ...firstWorkload, tokensIn: 300_000 }
  expect(figureHint('request', tiered, long)).toContain(
    '$0.755 per request · Uses the price tier above 200K input tokens · ',
  )
  expect(figureHint('request', tiered, firstWorkload)).not.toContain('above')
  expect(figureHint('month', tiered, { ...long, tokensIn: 2e6 })).toBe(
    'Doesn’t fit: 2M + 500 tokens exceed its 1.05M context',
  )
})
