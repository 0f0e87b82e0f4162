import { describe, expect, test } from 'vitest'
import { planFault, faultKinds, type PlannedFault } from './plan-fault.ts'
import { createSeededRandom } from './seeded-random.ts'
import { findMismatch } from './run-planned-faults.ts'

const planFaults = (seed: number, count: number): PlannedFault[] => {
  const random = createSeededRandom(seed)
  return Array.from({ length: count }, (_, number) =>
    planFault(random, number, faultKinds[number % faultKinds.length] ?? 'none', 'http://redirect.test/'),
  )
}

describe('planned faults', () => {
  test('are the same for the same seed', () => {
    // As text: comparing large buffers element by element takes seconds.
    const asText = (seed: number) =>
      JSON.stringify(planFaults(seed, 200).map(({ pieces, ...rest }) => [rest, String(pieces)]))
    expect(asText(7)).toBe(asText(7))
    expect(asText(7)).not.toBe(asText(8))
  })

  test('cut a reply at any byte, never after the last one', () => {
    const lengths = planFaults(1, 3000).flatMap(({ kind, pieces }) => (kind === 'cut' ? [pieces[0]?.length ?? -1] : []))
    expect(Math.min(...lengths)).toBeLessThan(20)
    expect(new Set(lengths).size).toBeGreaterThan(100)
  })

  test('send garbage that contains no text', () => {
    const garbage = planFaults(2, 500).filter(({ kind }) => kind === 'garbage head')
    expect(garbage.filter(({ pieces }) => /[\w"{}<]/u.test(Buffer.concat(pieces).toString('utf8')))).toEqual([])
  })
})

describe('findMismatch', () => {
  const planned: PlannedFault = {
    number: 1,
    kind: 'cut',
    stream: true,
    pieces: [],
    end: 'close',
    text: 'one two ',
    expected: 'either',
  }

  test('accepts the whole reply, or an error after a prefix', () => {
    expect(findMismatch(planned, { kind: 'whole', text: 'one two ' }, 1)).toBeUndefined()
    expect(findMismatch(planned, { kind: 'frame', text: 'one ', code: 'upstream_cut' }, 1)).toBeUndefined()
    expect(findMismatch(planned, { kind: 'refused', status: 502, code: 'upstream_cut' }, 1)).toBeUndefined()
  })

  test.each([
    [{ kind: 'whole', text: 'one ' }, 'shown as the whole'],
    [{ kind: 'silence', text: 'one ' }, 'without [DONE]'],
    [{ kind: 'frame', text: 'two ', code: 'upstream_cut' }, 'not a prefix'],
    [{ kind: 'broken', what: 'socket hang up' }, 'socket hang up'],
  ] as const)('reports %o', (ending, problem) => {
    expect(findMismatch(planned, ending, 1)).toContain(problem)
  })

  test('reports a hang, a wrong status and a wrong kind of outcome', () => {
    expect(findMismatch(planned, { kind: 'whole', text: 'one two ' }, 16_000)).toContain('took 16000 ms')
    expect(findMismatch({ ...planned, status: 404 }, { kind: 'refused', status: 502, code: null }, 1)).toContain(
      'not 404',
    )
    expect(findMismatch({ ...planned, expected: 'error' }, { kind: 'whole', text: 'one two ' }, 1)).toContain(
      'as whole',
    )
    expect(findMismatch({ ...planned, expected: 'whole' }, { kind: 'refused', status: 502, code: 'x' }, 1)).toContain(
      'became an error',
    )
  })
})
