import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestsDeeperThan } from './request-body.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('measures the depth of any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), (value, limit) => {
      expect(nestsDeeperThan(JSON.stringify(value), limit)).toBe(depthOf(value) > limit)
    }),
  )
})

test('ignores brackets inside strings', () => {
  expect(nestsDeeperThan(JSON.stringify(['[{"\\[{', '{{{{']), 1)).toBe(false)
})

test('does not add up sibling arrays', () => {
  expect(nestsDeeperThan(JSON.stringify([[], [], [], []]), 2)).toBe(false)
  expect(nestsDeeperThan(`${'['.repeat(300)}${']'.repeat(300)}`, 256)).toBe(true)
})
