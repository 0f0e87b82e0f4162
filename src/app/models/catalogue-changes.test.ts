import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { decodeSnapshot, encodeSnapshot } from '#app/data/storage/last-visit.ts'
import { changesSince, countChanges, snapshotOf } from './catalogue-changes.tsx'

function modelOf(id: string, input?: number, output?: number): Model {
  const pricing: Model['pricing'] = []
  if (input !== undefined) pricing.push({ metric: 'input_tokens', rate: input })
  if (output !== undefined) pricing.push({ metric: 'output_tokens', rate: output })
  return { id, name: id.toUpperCase(), pricing } as Model
}

const anyModels = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1 }),
    input: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), { nil: undefined }),
  }),
  { selector: ({ id }) => id },
)
const made = (of: { id: string; input: number | undefined }[]) => of.map(({ id, input }) => modelOf(id, input))

describe('what changed since the last visit', () => {
  it('distinguishes new, gone, up and down', () => {
    const before = snapshotOf([modelOf('a', 1, 2), modelOf('b', 1, 2), modelOf('c', 0), modelOf('d')], 1)
    const changes = changesSince(before, [modelOf('a', 0.5, 3), modelOf('c', 0.1), modelOf('d', 5), modelOf('e', 1)])
    expect(changes.added.map(({ id }) => id)).toEqual(['e'])
    expect(changes.gone).toEqual(['b'])
    expect(changes.down).toMatchObject([{ model: { id: 'a' }, metric: 'input_tokens', before: 1, after: 0.5 }])
    expect(changes.up).toMatchObject([
      { model: { id: 'a' }, metric: 'output_tokens', before: 2, after: 3 },
      { model: { id: 'c' }, before: 0, after: 0.1 },
    ])
    expect(countChanges(changes)).toBe(5)
  })

  it('is nothing for the same catalogue, also after a round trip through storage', () => {
    fc.assert(
      fc.property(anyModels, (drawn) => {
        const models = made(drawn)
        const stored = decodeSnapshot(encodeSnapshot(snapshotOf(models, 7)))
        expect(stored).toEqual(snapshotOf(models, 7))
        expect(stored && countChanges(changesSince(stored, models))).toBe(0)
      }),
    )
  })

  it('has each model once, and swaps new and gone in reverse', () => {
    fc.assert(
      fc.property(anyModels, anyModels, (one, other) => {
        const there = changesSince(snapshotOf(made(one), 0), made(other))
        const back = changesSince(snapshotOf(made(other), 0), made(one))
        expect(there.added.map(({ id }) => id)).toEqual([...back.gone])
        expect(there.up.length).toBe(back.down.length)
      }),
    )
  })

  it.each(['', 'null', '{"at":1}', '{"at":1,"rates":["a"]}', '{"at":1,"rates":[1,2,3]}', '{"rates":[]}', '[]'])(
    'ignores the stored value %s',
    (text) => {
      expect(decodeSnapshot(text)).toBeUndefined()
    },
  )
})
