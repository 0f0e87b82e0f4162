import fc from 'fast-check'
import { expect, test } from 'vitest'
import { model } from '#contract/model.ts'
import { readForeignModels } from './read-foreign-models.ts'

test('reads the lists of the services people run', () => {
  const read = readForeignModels({
    data: [
      { id: 'gpt-4.1', object: 'model', created: 1_700_000_000, owned_by: 'openai' },
      {
        id: 'acme/large',
        name: 'Acme: Large',
        context_length: 200_000,
        pricing: { prompt: '0.0000025', completion: '-1' },
      },
      { id: 'vllm-one', max_model_len: 8192 },
      { id: 'llama.gguf', meta: { n_ctx_train: 4096 } },
      {
        id: 'parley/echo',
        pricing: [{ metric: 'input_tokens', rate: 0 }],
        context_length: 4096,
        context_length_known: false,
      },
      { id: 'whisper-1' },
      { id: 'gpt-4.1' },
      { object: 'model' },
    ],
  })
  expect(read?.map(({ id }) => id)).toEqual([
    'gpt-4.1',
    'acme/large',
    'vllm-one',
    'llama.gguf',
    'parley/echo',
    'whisper-1',
  ])
  expect(read?.[0]).toMatchObject({ name: 'gpt-4.1', pricing: [], context_length_known: false, status: 'active' })
  expect(read?.[1]).toMatchObject({ pricing: [{ metric: 'input_tokens', rate: 2.5 }], context_length: 200_000 })
  expect(read?.[2]?.context_length).toBe(8192)
  expect(read?.[3]?.context_length).toBe(4096)
  expect(read?.[4]).toMatchObject({ pricing: [{ metric: 'input_tokens', rate: 0 }], context_length_known: false })
  expect(read?.[5]?.model_type).toBe('speech_to_text')
})

test('keeps price tiers, so that long requests are not priced too low', () => {
  const tiers = [{ above_input_tokens: 200_000, rate: 2.5 }]
  const pricing = [
    { metric: 'input_tokens', rate: 1.25, tiers: [...tiers, { rate: 9 }, null] },
    { metric: 'output_tokens', rate: 10, tiers: 'none' },
  ]
  expect(readForeignModels({ data: [{ id: 'a/b', pricing }] })?.[0]?.pricing).toEqual([
    { metric: 'input_tokens', rate: 1.25, tiers },
    { metric: 'output_tokens', rate: 10 },
  ])
})

test('an empty list may be null; anything else is none', () => {
  expect(readForeignModels({ object: 'list', data: null })).toEqual([])
  expect(readForeignModels([])).toBeUndefined()
  expect(readForeignModels('<html>')).toBeUndefined()
  expect(readForeignModels({ data: 'x' })).toBeUndefined()
})

test('names become plain text, and what cannot be shown in a line is no id', () => {
  const entry = { id: 'x', name: 'invoice\u202Efdp\n\u0000exe', description: 'two\nlines\u2066', owned_by: '\u202Eme' }
  expect(
    readForeignModels({ data: [entry, { id: 'a\u202Eb' }, { id: 'a\nb' }, { id: 'x'.repeat(600) }] }),
  ).toMatchObject([{ id: 'x', name: 'invoicefdp  exe', description: 'two\nlines', owned_by: 'me' }])
})

test('whatever is in a list, what is read of it are models as we publish them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.object(), fc.record({ id: fc.string(), pricing: fc.anything(), created: fc.anything() }))),
      (data) => {
        for (const each of readForeignModels({ data }) ?? []) expect(model.safeParse(each).success).toBe(true)
      },
    ),
  )
})
