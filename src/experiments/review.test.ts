import { describe, expect, it } from 'vitest'
import { anyDefinition, anyReply, cases, cellsIn, variants } from './experiments.test-support.ts'
import type { JudgedCell } from './export/results-table.ts'
import { type Choice, type Vote, choicesOn, datesOf, pairOf, reviewPairs, winRates } from './review.ts'

/** Cells of three variants and 40 cases, each with a reply of its own unless `textOf` says otherwise. */
function judgedCells(
  textOf = (variant: string, testCase: string) => `${variant} ${testCase}`,
  repeats = 1,
): JudgedCell[] {
  const definition = anyDefinition({ variants: variants(3), cases: cases(40), repeats })
  return cellsIn(definition).map((cell) => ({
    cell,
    result: {
      key: cell.key,
      date: 1,
      attempts: 1,
      state: 'done',
      reply: anyReply({ text: textOf(cell.variant.id, cell.testCase.id) }),
    },
    score: { outcome: 'pass', share: 1, verdicts: [] },
  }))
}

describe('the pairs of a review', () => {
  it('are all pairs of variants for each case and repeat', () => {
    expect(reviewPairs(judgedCells())).toHaveLength(3 * 40)
    const pairs = reviewPairs(judgedCells((variant, testCase) => `${variant} ${testCase}`, 2))
    expect(pairs).toHaveLength(3 * 40 * 2)
    for (const { first, second } of pairs) {
      expect(first.cell.testCase).toBe(second.cell.testCase)
      expect(first.cell.repeat).toBe(second.cell.repeat)
      expect(first.cell.variant).not.toBe(second.cell.variant)
    }
  })

  it('leave out replies that say the same, and failures', () => {
    expect(reviewPairs(judgedCells(() => 'same'))).toEqual([])
    const [failed, ...others] = judgedCells()
    if (!failed) throw new Error('There are no cells.')
    const result = { key: 'k', date: 1, attempts: 3, state: 'failed' as const, message: 'No.', code: 'x' }
    expect(reviewPairs([{ ...failed, result }, ...others])).toHaveLength(3 * 40 - 2)
  })

  it('come in an order that mixes cases, variants and sides, and is the same each time', () => {
    const pairs = reviewPairs(judgedCells())
    expect(reviewPairs(judgedCells().toReversed()).map(({ name }) => name)).toEqual(pairs.map(({ name }) => name))
    const shownFirst = pairs.map(({ first, second, isSwapped }) => (isSwapped ? second : first).cell.variant.id)
    for (const id of ['v1', 'v2', 'v3']) {
      const count = shownFirst.filter((each) => each === id).length
      // Of 80 pairs with each variant, half are expected to show it first.
      expect(count).toBeGreaterThan(25)
      expect(count).toBeLessThan(55)
    }
    const places = pairs.map(({ first }) => Number(first.cell.testCase.id.slice(1)))
    expect(places).not.toEqual(places.toSorted((one, other) => one - other))
  })

  it('have the same name whichever reply is given first', () => {
    const [one, other] = judgedCells()
    if (!one || !other) throw new Error('There are no cells.')
    expect(pairOf(one, other)).toEqual(pairOf(other, one))
  })
})

it('counts wins and losses of each variant, with ties and bad pairs beside them', () => {
  const pairs = reviewPairs(judgedCells())
  const votes = new Map(
    pairs.map(({ name, first, second }): [string, Choice] => {
      const sides = [first.cell.variant.id, second.cell.variant.id]
      if (!sides.includes('v1')) return [name, first.cell.testCase.id === 'c1' ? 'bad' : 'tie']
      return [name, sides[0] === 'v1' ? 'first' : 'second']
    }),
  )
  const [best, second, third] = winRates(['v1', 'v2', 'v3'], pairs, votes)
  expect(best).toMatchObject({ wins: 80, losses: 0, ties: 0, bad: 0, rate: { value: 1 } })
  expect(second).toMatchObject({ wins: 0, losses: 40, ties: 39, bad: 1, rate: { value: 0 } })
  expect(third).toMatchObject({ wins: 0, losses: 40, ties: 39, bad: 1 })
  expect(winRates(['v1'], pairs, new Map())[0]).toMatchObject({ wins: 0, rate: undefined })
})

it('counts a vote only on the replies that were read', () => {
  const [pair, other, legacy] = reviewPairs(judgedCells())
  if (!pair || !other || !legacy) throw new Error('There are no pairs.')
  const votes = new Map<string, Vote>([
    [pair.name, { verdict: 'first', dates: datesOf(pair) }],
    [other.name, { verdict: 'tie', dates: [1, 2] }],
    [legacy.name, { verdict: 'bad' }],
  ])
  expect([...choicesOn([pair, other, legacy], votes)]).toEqual([
    [pair.name, 'first'],
    [legacy.name, 'bad'],
  ])
})
