import { describe, expect, test } from 'vitest'
import { authors, model } from './model.ts'
import { modelTypes } from './model-types.ts'
import { rateOf } from './rate-of.ts'

const least = {
  id: 'acme/tiny',
  object: 'model',
  author: 'community',
  slug: 'tiny',
  name: 'Tiny',
  description: '',
  created: 0,
  owned_by: 'acme',
  status: 'active',
  visibility: 'public',
  pricing: [],
  context_length: 1,
}

describe('a model (seed 2.3)', () => {
  test('is a text model by default', () => {
    expect(model.parse(least)).toEqual({ ...least, model_type: 'text_generation' })
  })

  test('has twelve authors and five types', () => {
    expect([new Set(authors).size, new Set(modelTypes).size]).toEqual([12, 5])
  })

  test.each(Object.keys(least))('requires %s', (name) => {
    expect(model.safeParse({ ...least, [name]: undefined }).success).toBe(false)
  })

  test.each([
    { status: 'gone' },
    { visibility: 'secret' },
    { author: 'nobody' },
    { context_length: 0 },
    { context_length: 1.5 },
    { created: -1 },
    { model_type: 'video' },
    { capabilities: ['flying'] },
    { pricing: [{ metric: 'words', rate: 1 }] },
    { pricing: [{ metric: 'input_tokens', rate: -1 }] },
  ])('refuses %o', (fields) => {
    expect(model.safeParse({ ...least, ...fields }).success).toBe(false)
  })
})

test('distinguishes an unknown price from a free one', () => {
  const pricing = [
    { metric: 'input_tokens' as const, rate: 0 },
    { metric: 'output_tokens' as const, rate: 2.5 },
  ]
  expect(rateOf({ pricing }, 'input_tokens')).toBe(0)
  expect(rateOf({ pricing }, 'output_tokens')).toBe(2.5)
  expect(rateOf({ pricing }, 'images')).toBeUndefined()
})
