import { expect, it } from 'vitest'
import { columnsFor, firstColumns, headingOf, wordsOf } from './columns.tsx'
import { modelOf } from '#app/features/catalogue/messy-models.test-support.ts'
import { indexModels } from '#app/features/catalogue/query/model-index.ts'
import { sortModels } from '#app/features/catalogue/query/sort-models.ts'

it('has one price column for types that are priced by one unit other than tokens', () => {
  const shown = columnsFor(firstColumns, ['image_generation'])
  expect(shown).toEqual(['name', 'can', 'context', 'price'])
  expect(headingOf('price', ['image_generation'])).toBe('Price per image')
  expect(headingOf('price', ['speech_to_text'])).toBe('Price per minute')
  expect(wordsOf('price', ['text_to_speech'])).toBe('Price per 1M characters')
})

it('keeps the chosen columns for other types, and if none of them is a price', () => {
  for (const types of [[], ['text_generation'], ['image_generation', 'speech_to_text']] as const) {
    expect(columnsFor(firstColumns, types)).toBe(firstColumns)
  }
  expect(columnsFor(['name', 'status'], ['image_generation'])).toEqual(['name', 'status'])
  expect(headingOf('price', [])).toBe('Price')
})

it('has a column for the cost per request next to the cost per month', () => {
  expect(firstColumns.slice(firstColumns.indexOf('request')).slice(0, 2)).toEqual(['request', 'month'])
  expect([headingOf('request', []), headingOf('month', [])]).toEqual(['Cost per request', 'Cost per month'])
})

it('sorts by unit price and by cost per request, with unknown last', () => {
  const image = (id: string, metric: 'images' | 'input_tokens', rate: number) =>
    modelOf(id, { model_type: 'image_generation', pricing: [{ metric, rate }] })
  const models = [
    image('a/by-token', 'input_tokens', 5),
    image('a/dear', 'images', 80_000),
    image('a/cheap', 'images', 3_000),
    modelOf('a/text', { pricing: [{ metric: 'input_tokens', rate: 1 }] }),
  ]
  const index = indexModels(models)
  const costs = () => ({ request: Float64Array.of(NaN, 3, 1, 2), month: new Float64Array(4) })
  const order = (column: 'price' | 'request', descending = false) =>
    [...sortModels(index, [{ column, descending }], costs)].map((place) => models[place]?.id)
  expect(order('price')).toEqual(['a/cheap', 'a/dear', 'a/by-token', 'a/text'])
  expect(order('price', true)).toEqual(['a/dear', 'a/cheap', 'a/by-token', 'a/text'])
  expect(order('request')).toEqual(['a/cheap', 'a/text', 'a/dear', 'a/by-token'])
})

it('has a column for the pass rates of an experiment, sorted with untried models last', () => {
  const models = ['a/untried', 'a/worse', 'a/better'].map((id) => modelOf(id, {}))
  const rates = new Map([
    ['a/worse', { passRate: 0.25, n: 4 }],
    ['a/better', { passRate: 1, n: 4 }],
  ])
  const passRates = new Map([['x1', { name: 'Words', rates }]])
  const costs = () => ({ request: new Float64Array(3), month: new Float64Array(3) })
  const order = (descending: boolean) =>
    [...sortModels(indexModels(models), [{ column: 'pass-x1', descending }], costs, passRates)].map(
      (place) => models[place]?.id,
    )
  expect(order(true)).toEqual(['a/better', 'a/worse', 'a/untried'])
  expect(order(false)).toEqual(['a/worse', 'a/better', 'a/untried'])
  expect(headingOf('pass-x1', [], passRates)).toBe('Pass rate in Words')
  expect(wordsOf('pass-x1', [], passRates)).toBe('Pass rate in Words')
  expect(headingOf('pass-x1', [])).toBe('Pass rate')
  expect(columnsFor(['name', 'input', 'pass-x1'], ['image_generation'])).toEqual(['name', 'price', 'pass-x1'])
})
