import { describe, expect, test } from 'vitest'
import { drawOrder, faultKinds, type Order } from './draw-order.ts'
import { createRandom } from './random.ts'
import { wrongIn } from './judge.ts'

const ordersOf = (seed: number, count: number): Order[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, number) =>
    drawOrder(random, number, faultKinds[number % faultKinds.length] ?? 'none', 'http://elsewhere.test/'),
  )
}

describe('orders', () => {
  test('come again with their seed, and differ with another', () => {
    expect(ordersOf(7, 200)).toEqual(ordersOf(7, 200))
    expect(ordersOf(7, 200)).not.toEqual(ordersOf(8, 200))
  })

  test('of a cut never send all that would have been sent, and may end at any byte', () => {
    const lengths = ordersOf(1, 3000).flatMap(({ kind, pieces }) => (kind === 'cut' ? [pieces[0]?.length ?? -1] : []))
    expect(Math.min(...lengths)).toBeLessThan(20)
    expect(new Set(lengths).size).toBeGreaterThan(100)
  })

  test('send garbage that is no text of its own', () => {
    const garbage = ordersOf(2, 500).filter(({ kind }) => kind === 'garbage head')
    expect(garbage.filter(({ pieces }) => /[\w"{}<]/u.test(Buffer.concat(pieces).toString('utf8')))).toEqual([])
  })
})

describe('the judge', () => {
  const order: Order = {
    number: 1,
    kind: 'cut',
    stream: true,
    pieces: [],
    end: 'close',
    text: 'one two ',
    must: 'either',
  }

  test('takes the whole, or an error after a beginning', () => {
    expect(wrongIn(order, { kind: 'whole', text: 'one two ' }, 1)).toBeUndefined()
    expect(wrongIn(order, { kind: 'frame', text: 'one ', code: 'upstream_cut' }, 1)).toBeUndefined()
    expect(wrongIn(order, { kind: 'refused', status: 502, code: 'upstream_cut' }, 1)).toBeUndefined()
  })

  test.each([
    [{ kind: 'whole', text: 'one ' }, 'shown as the whole'],
    [{ kind: 'silence', text: 'one ' }, 'without an ending'],
    [{ kind: 'frame', text: 'two ', code: 'upstream_cut' }, 'no beginning'],
    [{ kind: 'broken', what: 'socket hang up' }, 'socket hang up'],
  ] as const)('finds %o', (ending, said) => {
    expect(wrongIn(order, ending, 1)).toContain(said)
  })

  test('finds a hang, a wrong status, and what should have been whole or an error', () => {
    expect(wrongIn(order, { kind: 'whole', text: 'one two ' }, 16_000)).toContain('took 16000 ms')
    expect(wrongIn({ ...order, status: 404 }, { kind: 'refused', status: 502, code: null }, 1)).toContain('not 404')
    expect(wrongIn({ ...order, must: 'error' }, { kind: 'whole', text: 'one two ' }, 1)).toContain('as whole')
    expect(wrongIn({ ...order, must: 'whole' }, { kind: 'refused', status: 502, code: 'x' }, 1)).toContain(
      'became an error',
    )
  })
})
