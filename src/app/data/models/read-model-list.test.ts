import { expect, test } from 'vitest'
import type { Model } from '#contract/model.ts'
import { readModelList } from './read-model-list.ts'

const one: Model = {
  id: 'parley/echo',
  object: 'model',
  author: 'parley',
  slug: 'echo',
  name: 'Echo',
  description: 'Says it again.',
  created: 0,
  owned_by: 'parley',
  status: 'active',
  visibility: 'public',
  pricing: [{ metric: 'input_tokens', rate: 0 }],
  context_length: 4096,
  model_type: 'text_generation',
}

test('reads a list with unknown fields', () => {
  const list = { object: 'list', data: [one, { ...one, capabilities: ['streaming'], mood: 'calm' }] }
  expect(readModelList(list)).toEqual(list.data)
  expect(readModelList({ data: [] })).toEqual([])
})

test('keeps price tiers and other details', () => {
  const pricing = [{ metric: 'input_tokens', rate: 1, tiers: [{ above_input_tokens: 200_000, rate: 2 }] }]
  const facts = { max_output_tokens: 8192, input_modalities: ['text', 'image'], output_modalities: ['text'] }
  const full = { ...one, ...facts, pricing, knowledge_cutoff: '2025-01', open_weights: false }
  expect(readModelList({ data: [full] })).toEqual([full])
})

test.each([
  null,
  'a web page',
  {},
  { data: {} },
  { data: [one, null] },
  { data: [{ ...one, id: 1 }] },
  { data: [{ ...one, context_length: '4096' }] },
  { data: [{ ...one, pricing: null }] },
  { data: [{ ...one, pricing: [{ metric: 'images' }] }] },
  { data: [{ ...one, pricing: [{ metric: 'images', rate: 1, tiers: {} }] }] },
  { data: [{ ...one, pricing: [{ metric: 'images', rate: 1, tiers: [{ rate: 2 }] }] }] },
  { data: [{ ...one, capabilities: 'streaming' }] },
  { data: [{ ...one, input_modalities: 'text' }] },
])('rejects %j', (value) => {
  expect(readModelList(value)).toBeUndefined()
})
