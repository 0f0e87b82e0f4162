import { describe, expect, test } from 'vitest'
import { columnsOf, readView, writeView } from './usage-view.ts'

const today = '2027-03-01'
const view = (search: object) => readView(search, today).view

describe('the days of a period', () => {
  test.each([
    ['today', '2027-03-01', '2027-03-01'],
    ['7d', '2027-02-23', '2027-03-01'],
    ['30d', '2027-01-31', '2027-03-01'],
    ['month', '2027-03-01', '2027-03-01'],
    ['last-month', '2027-02-01', '2027-02-28'],
    ['custom', '2027-01-31', '2027-03-01'],
  ])('%s is %s to %s', (period, from, to) => {
    expect(view({ period })).toMatchObject({ period, from, to })
  })

  test('are those of the URL in a custom period only', () => {
    const days = { from: '2026-12-24', to: '2027-01-02' }
    expect(view({ period: 'custom', ...days })).toMatchObject(days)
    expect(view({ period: 'today', ...days })).toMatchObject({ from: today, to: today })
  })
})

test('a view is the same after its URL, and the default has none', () => {
  expect(writeView(view({}))).toEqual({})
  const search = {
    by: 'day,model',
    period: 'custom',
    from: '2027-01-01',
    to: '2027-02-01',
    sort: '-cost',
    chart: 'tokens',
  }
  expect(writeView(view(search))).toEqual(search)
  expect(columnsOf(view(search))).toEqual(['day', 'model'])
})

test.each([
  [{ by: 'engine' }, 'by=engine'],
  [{ by: 'constructor' }, 'by=constructor'],
  [{ period: 7 }, 'period=7'],
  [{ period: 'custom', from: '2027-02-30' }, 'from=2027-02-30'],
  [{ period: 'custom', to: { a: 1 } }, 'to={"a":1}'],
  [{ sort: '-engine' }, 'sort=-engine'],
  [{ chart: ['cost'] }, 'chart=["cost"]'],
])('ignores %j and says so', (search, words) => {
  const { view: read, ignored } = readView(search, today)
  expect(ignored).toEqual([words])
  expect(read).toEqual({ ...view({ period: 'custom' in search ? 'custom' : read.period }), period: read.period })
})
