import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestsDeeperThan } from './request-body.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('tells how deep any JSON nests', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), (value, limit) => {
      expect(nestsDeeperThan(JSON.stringify(value), limit)).toBe(depthOf(value) > limit)
    }),
  )
})

test('brackets inside a text are no nesting', () => {
  expect(nestsDeeperThan(JSON.stringify(['[{"\\[{', '{{{{']), 1)).toBe(false)
})

test('lists beside each other are not within each other', () => {
  expect(nestsDeeperThan(JSON.stringify([[], [], [], []]), 2)).toBe(false)
  expect(nestsDeeperThan(`${'['.repeat(300)}${']'.repeat(300)}`, 256)).toBe(true)
})
