import { describe, expect, it } from 'vitest'
import { anyDefinition, anyReply } from './experiments.test-support.ts'
import type { CellResult } from './results.ts'
import { scoreOf, worstOutcome } from './score.ts'

const done = (text: string): CellResult => ({
  key: 'k',
  date: 0,
  attempts: 1,
  state: 'done',
  reply: anyReply({ text }),
})
const never = () => Promise.resolve(false)

function score(fields: Record<string, unknown>, result: CellResult) {
  const definition = anyDefinition(fields)
  const [testCase] = definition.cases
  if (!testCase) throw new Error('The definition has no case.')
  return scoreOf(definition, testCase, result, never)
}

const contains = (value: string, weight = 1) => ({ type: 'contains', value, weight })

describe('scoreOf', () => {
  it('passes if all assertions do, by default', async () => {
    const assertions = [contains('a'), contains('b')]
    expect(await score({ assertions }, done('ab'))).toMatchObject({ outcome: 'pass', share: 1 })
    const failed = await score({ assertions }, done('a'))
    expect(failed).toMatchObject({ outcome: 'fail', share: 0.5 })
    expect(failed.verdicts.map(({ pass }) => pass)).toEqual([true, false])
  })

  it('weighs assertions against the threshold', async () => {
    const assertions = [contains('a', 3), contains('b', 1)]
    expect(await score({ assertions, threshold: 0.75 }, done('a'))).toMatchObject({ outcome: 'pass', share: 0.75 })
    expect(await score({ assertions, threshold: 0.76 }, done('a'))).toMatchObject({ outcome: 'fail' })
    // Ten tenths don't quite add up to 1 in binary.
    const tenths = Array.from({ length: 10 }, () => contains('a', 0.1))
    expect(await score({ assertions: tenths }, done('a'))).toMatchObject({ outcome: 'pass' })
    expect(await score({ assertions: [contains('b', 0)] }, done('a'))).toMatchObject({ outcome: 'pass' })
  })

  it('adds the assertions of the case', async () => {
    const cases = [{ id: 'c', expected: 'b', assertions: [contains('{{expected}}')] }]
    expect(await score({ cases, assertions: [contains('a')] }, done('a'))).toMatchObject({ outcome: 'fail' })
    expect(await score({ cases, assertions: [contains('a')] }, done('ab'))).toMatchObject({ outcome: 'pass' })
  })

  it('doesn’t judge without assertions, or without a reply', async () => {
    expect(await score({}, done('a'))).toMatchObject({ outcome: 'unjudged', share: undefined })
    const failed: CellResult = { key: 'k', date: 0, attempts: 3, state: 'failed', message: 'No.', code: 'x' }
    expect(await score({ assertions: [contains('a')] }, failed)).toMatchObject({ outcome: 'error', share: undefined })
  })
})

describe('worstOutcome', () => {
  it('puts failures first, then errors', () => {
    expect(worstOutcome(['pass', 'fail', 'error'])).toBe('fail')
    expect(worstOutcome(['pass', 'error'])).toBe('error')
    expect(worstOutcome(['pass', 'fail'])).toBe('fail')
    expect(worstOutcome(['pass', 'pass'])).toBe('pass')
    expect(worstOutcome([])).toBeUndefined()
  })
})
