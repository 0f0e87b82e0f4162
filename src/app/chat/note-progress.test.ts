import { assert, property, array, integer, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProgressPoint } from '#app/data/message.ts'
import { mostPoints, noteProgress } from './note-progress.ts'

const gather = (all: readonly ProgressPoint[]) => {
  let points: readonly ProgressPoint[] = []
  for (const point of all) points = noteProgress(points, point)
  return points
}

describe('noteProgress', () => {
  it('keeps every point of a short reply', () => {
    const all = [0, 100, 200].map((at) => ({ at, pieces: at }))
    expect(gather(all)).toEqual(all)
  })

  it('keeps the last of what came in one stretch', () => {
    expect(
      gather([
        { at: 0, pieces: 1 },
        { at: 10, pieces: 2 },
        { at: 20, pieces: 9 },
      ]),
    ).toEqual([
      { at: 0, pieces: 1 },
      { at: 20, pieces: 9 },
    ])
  })

  it('stays small and in order however long the reply, with its first and its newest point exact', () => {
    const steps = array(record({ after: integer({ min: 0, max: 5_000 }), pieces: integer({ min: 1, max: 50 }) }), {
      minLength: 1,
      maxLength: 400,
    })
    assert(
      property(steps, (drawn) => {
        let at = 0
        let pieces = 0
        const all = drawn.map((step) => ({ at: (at += step.after), pieces: (pieces += step.pieces) }))
        const points = gather(all)
        expect(points.length).toBeLessThanOrEqual(mostPoints)
        expect(points[0]).toEqual(all[0])
        expect(points.at(-1)).toEqual(all.at(-1))
        for (const [index, point] of points.entries()) {
          expect(all).toContainEqual(point)
          if (index > 0) expect(point.at).toBeGreaterThanOrEqual(points[index - 1]?.at ?? 0)
        }
      }),
    )
  })
})
