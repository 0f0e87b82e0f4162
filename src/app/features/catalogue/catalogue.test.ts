import { describe, expect, it } from 'vitest'
import { toggleValue } from './facets/facets.ts'
import { activeFilters } from './facets/filter-chips.tsx'
import { type CatalogueView, firstView, withoutFilters, writeView } from './query/catalogue-view.ts'
import { pressHeading } from './query/sort-models.ts'
import { stepInGrid } from './table/grid-focus.ts'

const narrow: CatalogueView = {
  ...firstView,
  q: ' gpt ',
  type: ['moderation'],
  maker: ['openai', 'nobody, really'],
  can: ['vision'],
  open: true,
  ranges: { context: { min: 128_000 }, input: { max: 0.075 }, month: { min: 1, max: 2 } },
}

describe('active filters', () => {
  it('have a label each, and are removed one by one', () => {
    const filters = activeFilters(narrow, narrow.q)
    expect(filters.map(({ words }) => words)).toEqual([
      'gpt',
      'Moderation',
      'OpenAI',
      'nobody, really',
      'Vision',
      'Connected',
      'Context from 128K',
      'Input price up to $0.075',
      'Cost per month $1.00 to $2.00',
    ])
    for (const { without } of filters) expect(activeFilters(without(narrow), without(narrow).q)).toHaveLength(8)
    const none = filters.reduce((view, { without }) => without(view), narrow)
    expect(writeView(none)).toEqual({})
    expect(writeView(withoutFilters({ ...narrow, view: 'plot' }))).toEqual({ view: 'plot' })
  })

  it('have the same URL in whichever order they were chosen', () => {
    const one = toggleValue(toggleValue(firstView, 'can', 'vision'), 'can', 'reasoning')
    const other = toggleValue(toggleValue(firstView, 'can', 'reasoning'), 'can', 'vision')
    expect(one).toEqual(other)
    expect(toggleValue(toggleValue(one, 'can', 'vision'), 'can', 'reasoning')).toEqual(firstView)
  })
})

describe('a column heading', () => {
  it('sorts in one direction, then the other, and with Shift by another column too', () => {
    const once = pressHeading([], 'context', false)
    expect(once).toEqual([{ column: 'context', descending: true }])
    expect(pressHeading(once, 'context', false)).toEqual([{ column: 'context', descending: false }])
    const both = pressHeading(once, 'input', true)
    expect(both).toEqual([...once, { column: 'input', descending: false }])
    expect(pressHeading(both, 'context', true)[0]).toEqual({ column: 'context', descending: false })
    expect(pressHeading(both, 'name', false)).toEqual([{ column: 'name', descending: false }])
  })
})

describe('a navigation key in the table', () => {
  const grid = { rows: 20, page: 8, cells: 5 }
  it.each([
    ['ArrowDown', false, { row: 4, cell: 2 }],
    ['ArrowUp', false, { row: 2, cell: 2 }],
    ['PageDown', false, { row: 11, cell: 2 }],
    ['PageUp', false, { row: 0, cell: 2 }],
    ['ArrowRight', false, { row: 3, cell: 3 }],
    ['ArrowLeft', false, { row: 3, cell: 1 }],
    ['Home', false, { row: 3, cell: 0 }],
    ['End', false, { row: 3, cell: 4 }],
    ['Home', true, { row: 0, cell: 2 }],
    ['End', true, { row: 19, cell: 2 }],
    ['a', false, undefined],
  ])('%s moves within the table, and never out of it', (key, isControl, to) => {
    expect(stepInGrid({ row: 3, cell: 2 }, key, isControl, grid)).toEqual(to)
  })
})
