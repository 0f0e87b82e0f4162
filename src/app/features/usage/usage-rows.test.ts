import { describe, expect, test } from 'vitest'
import { readUsage } from '#app/data/usage/usage-query.ts'
import { axisEnd, bucketsOf } from './chart-buckets.ts'
import { usageAsCsv } from './export-usage.ts'
import { pressHeading, sortUsage, usualSort } from './sort-usage.ts'
import { costWords, countWords } from './usage-columns.ts'
import { usageReport, usageRow } from './usage-rows.test-support.ts'

describe('sorting', () => {
  const rows = [
    usageRow({ model: 'b', cost: 2, first_token_ms: null }),
    usageRow({ model: 'a', cost: 1, first_token_ms: 300 }),
    usageRow({ model: 'c', cost: 2, first_token_ms: 100 }),
  ]
  test.each([
    ['cost', true, 'bca'],
    ['cost', false, 'abc'],
    ['model', false, 'abc'],
    ['model', true, 'cba'],
    ['first', false, 'cab'],
    ['first', true, 'acb'],
  ] as const)('by %s, descending: %s', (column, descending, order) => {
    const sorted = sortUsage(rows, { column, descending })
    expect(sorted.map(({ model }) => model).join('')).toBe(order)
  })

  test('a heading goes from the largest, then the other way', () => {
    expect(usualSort(['day', 'model'])).toEqual({ column: 'day', descending: true })
    const once = pressHeading(usualSort(['model']), 'requests')
    expect(once).toEqual({ column: 'requests', descending: true })
    expect(pressHeading(once, 'requests').descending).toBe(false)
    expect(pressHeading(once, 'model').descending).toBe(false)
  })
})

describe('the chart', () => {
  const rows = [usageRow({ day: '2027-01-30', cost: 2 }), usageRow({ day: '2027-02-01', cost: 3, input_tokens: 7 })]

  test('has a bar for each day, also without usage', () => {
    const buckets = bucketsOf(rows, '2027-01-29', '2027-02-01', 'cost')
    expect(buckets.map(({ start, value }) => [start, value])).toEqual([
      ['2027-01-29', 0],
      ['2027-01-30', 2],
      ['2027-01-31', 0],
      ['2027-02-01', 3],
    ])
    expect(buckets[3]?.label).toBe('1 February 2027')
  })

  test('has months in a long period, from the first with usage', () => {
    const buckets = bucketsOf(rows, '0001-01-01', '2027-03-31', 'tokens')
    expect(buckets.map(({ label, value }) => [label, value])).toEqual([
      ['January 2027', 0],
      ['February 2027', 7],
      ['March 2027', 0],
    ])
  })

  test.each([
    [0, 1],
    [0.0031, 0.004],
    [1, 1],
    [1.01, 2],
    [37, 40],
    [999, 1000],
  ])('has an axis for %d up to %d', (value, end) => expect(axisEnd(value)).toBe(end))
})

test.each([
  [0, '$0'],
  [0.0000123, '$0.0000123'],
  [0.0261, '$0.0261'],
  [1.5, '$1.5000'],
  [1250.456, '$1,250.46'],
])('writes %d dollars as %s', (dollars, words) => expect(costWords(dollars)).toBe(words))

test('rounds only counts that are too long for a column', () => {
  expect([9_999_999, 12_345_678].map(countWords)).toEqual(['9,999,999', '12.3M'])
})

test('CSV has every row and no formula', () => {
  const rows = [
    usageRow({ day: '2027-01-30', model: '=cmd|calc', key: 'a,b', cost: 0.0000001, first_token_ms: 12 }),
    usageRow({ day: '2027-01-31', model: '@sum', key: 'b' }),
  ]
  expect(usageAsCsv(rows, ['day', 'model', 'key']).split('\r\n')).toEqual([
    'day,model,key,requests,failed_requests,input_tokens,cached_tokens,output_tokens,reasoning_tokens,cost_usd,first_token_ms,total_ms',
    `2027-01-30,'=cmd|calc,"a,b",1,0,0,0,0,0,0.0000001,12,0`,
    "2027-01-31,'@sum,b,1,0,0,0,0,0,0,,0",
    '',
  ])
})

describe('the answer of the service', () => {
  const report = usageReport([usageRow({ day: '2027-01-30' })])
  test('is read', () => expect(readUsage(JSON.parse(JSON.stringify(report)))).toEqual(report))
  test.each([
    ['no object', []],
    ['no totals', { ...report, total: undefined }],
    ['a text for a figure', { ...report, data: [{ ...usageRow({}), cost: '1' }] }],
    ['another period', { ...report, budgets: [{ key: 'a', period: 'year', budget: 1, spent: 0, resets_at: '' }] }],
    ['what older services answer', { data: [] }],
  ])('is refused with %s', (_, answer) => expect(readUsage(answer)).toBeUndefined())
})
