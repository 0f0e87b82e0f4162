import { expect, it } from 'vitest'
import type { PriceMetric } from '#contract/model.ts'
import { firstWorkload } from '#app/models/workload.ts'
import { capabilityList, figureHint, otherPrices } from './figure-hints.ts'
import { modelOf } from './messy-models.test-support.ts'

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

it('says exactly what a figure says in brief', () => {
  expect(figureHint('context', talker, firstWorkload)).toBe('131,072 tokens of input and output together')
  expect(figureHint('input_tokens', talker, firstWorkload)).toMatch(/^Free · Input tokens · Prices from/u)
  expect(figureHint('output_tokens', talker, firstWorkload)).toMatch(/^\$0\.50 per 1M · Output tokens · Prices from/u)
  expect(figureHint('month', talker, firstWorkload)).toMatch(/^\$7\.50 a month, \$0\.00025 a request · 2,000 in/u)
  expect(figureHint('age', talker, firstWorkload)).toBe('9 October 2025')
  expect(capabilityList(talker)).toBe('Streaming, Reasoning')
})

it('has nothing to add to what nobody told', () => {
  const unknown = modelOf('a/unknown')
  for (const name of ['cached_input_tokens', 'input_tokens', 'month', 'age', 'colour']) {
    expect(figureHint(name, unknown, firstWorkload)).toBeNull()
  }
})

it('names the prices of what is not priced by the token, and none by a unit that this page does not know', () => {
  expect(otherPrices(painter)).toBe('Images: $39,000.00 per 1M')
  expect(otherPrices(talker)).toBe('')
})
