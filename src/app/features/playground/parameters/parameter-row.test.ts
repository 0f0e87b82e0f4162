import { expect, test } from 'vitest'
import type { Model } from '#contract/model.ts'
import { parameters } from '#contract/parameters.ts'
import { isUnsupported } from './parameter-row.tsx'

const model: Model = {
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
  model_type: 'text_generation',
}

test('support is unknown without a model or a list from its engine', () => {
  expect(isUnsupported(model, parameters.temperature)).toBe(false)
  expect(isUnsupported(undefined, parameters.temperature)).toBe(false)
})

test('a parameter that the engine doesn’t list is unsupported', () => {
  const telling = { ...model, supported_parameters: ['top_p', 'max_completion_tokens'] }
  expect(isUnsupported(telling, parameters.temperature)).toBe(true)
  expect(isUnsupported(telling, parameters.topP)).toBe(false)
  expect(isUnsupported(telling, parameters.maxTokens)).toBe(false)
})
