import { expect, test } from 'vitest'
import type { Model } from './model.ts'
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

test('reads a list as the service sends it, with fields that this page does not know', () => {
  const list = { object: 'list', data: [one, { ...one, capabilities: ['streaming'], mood: 'calm' }] }
  expect(readModelList(list)).toEqual(list.data)
  expect(readModelList({ data: [] })).toEqual([])
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
  { data: [{ ...one, capabilities: 'streaming' }] },
])('%j is no list of models', (value) => {
  expect(readModelList(value)).toBeUndefined()
})
