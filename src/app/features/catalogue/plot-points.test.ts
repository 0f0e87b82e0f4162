import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messyModels } from './messy-models.test-support.ts'
import { indexModels } from './model-index.ts'
import { brushedRanges } from './plot-brush.ts'
import { layOutPlot, pointAt } from './plot-points.ts'
import { logScale, roundedOut } from './plot-scale.ts'

const index = indexModels(messyModels)
const size = { width: 900, height: 400 }
const layout = layOutPlot(index, [...messyModels.keys()], index.input, size)
const idsDrawn = [...layout.places].map((place) => messyModels[place]?.id)

describe('a plot of price and context', () => {
  it('draws what has both, within its frame, and counts the others', () => {
    expect(idsDrawn).toContain('parley/eliza')
    expect(idsDrawn).toContain('community/99')
    expect(idsDrawn).not.toContain('community/xiaomi-mimo-v2.5-free')
    expect(idsDrawn).not.toContain('community/llama3.2:3b')
    expect(layout.unknown).toBe(messyModels.length - idsDrawn.length)
    for (const at of layout.places.keys()) {
      expect(layout.xs[at]).toBeGreaterThanOrEqual(layout.frame.left)
      expect(layout.xs[at]).toBeLessThanOrEqual(layout.frame.right)
      expect(layout.ys[at]).toBeGreaterThanOrEqual(layout.frame.top)
      expect(layout.ys[at]).toBeLessThanOrEqual(layout.frame.bottom)
    }
  })

  it('finds the point under a pointer, and none far from all', () => {
    for (const at of layout.places.keys()) {
      const found = pointAt(layout, layout.xs[at] ?? 0, layout.ys[at] ?? 0)
      expect(layout.xs[found ?? -1]).toBeCloseTo(layout.xs[at] ?? 0)
    }
    expect(pointAt(layout, -100, -100)).toBeUndefined()
  })

  it('has a place for none, one and many at one price', () => {
    for (const places of [[], [1], [2, 3]]) {
      const few = layOutPlot(index, places, index.input, size)
      expect([...few.xs, ...few.ys].every(Number.isFinite)).toBe(true)
    }
  })
})

describe('a frame drawn over a plot', () => {
  it('filters by limits that hold every point within it', () => {
    const inside = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(inside, inside, (from, to) => {
        const { context, price } = brushedRanges(layout, from, to)
        for (const [at, place] of layout.places.entries()) {
          const [x, y] = [layout.xs[at] ?? 0, layout.ys[at] ?? 0]
          const isInside =
            x > Math.min(from.x, to.x) &&
            x < Math.max(from.x, to.x) &&
            y > Math.min(from.y, to.y) &&
            y < Math.max(from.y, to.y)
          if (!isInside) continue
          const [input, length] = [index.input[place] ?? Number.NaN, index.context[place] ?? Number.NaN]
          expect(length >= (context.min ?? 0) && length <= (context.max ?? Infinity)).toBe(true)
          expect(input >= (price.min ?? 0) && input <= (price.max ?? Infinity)).toBe(true)
        }
      }),
    )
  })

  it('has limits that people can read', () => {
    expect(roundedOut(131_072, 'down')).toBe(131_000)
    expect(roundedOut(131_072, 'up')).toBe(132_000)
    expect(roundedOut(0.07512, 'up')).toBe(0.0752)
  })
})

it('a logarithmic scale leads to pixels and back', () => {
  const scale = logScale([0.01, 0, Number.NaN, 600], 50, 850)
  for (const value of [0.01, 1, 600]) expect(scale.toValue(scale.toPixel(value))).toBeCloseTo(value)
  expect(scale.ticks.length).toBeGreaterThan(3)
  expect(scale.ticks.length).toBeLessThan(20)
})
