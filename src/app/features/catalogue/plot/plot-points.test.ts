import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messyModels, modelOf } from '#app/features/catalogue/messy-models.test-support.ts'
import { type ModelIndex, indexModels } from '#app/features/catalogue/query/model-index.ts'
import { pointShapes } from './draw-plot.ts'
import { brushedRanges } from './plot-canvas.tsx'
import { type PlotSize, countAt, layOutPlot, logScale, plotMakers, pointAt, roundedOut } from './plot-points.ts'

/** By input price and context. */
const layOut = ({ figures }: ModelIndex, places: readonly number[], size: PlotSize) =>
  layOutPlot(
    places,
    { values: figures.input, isShare: false, isLowBetter: true },
    { values: figures.context, isShare: false },
    size,
  )

describe('plot makers', () => {
  const others = pointShapes.length - 1

  /** Ten makers, from `a` with ten models to `j` with one. */
  const models = 'abcdefghij'
    .split('')
    .flatMap((maker, place) =>
      Array.from({ length: 10 - place }, (_, count) => modelOf(`${maker}/${count}`, { owned_by: maker })),
    )
  const index = indexModels(models)
  const placesOf = (makers: string) =>
    [...models.keys()].filter((place) => makers.includes(models[place]?.owned_by ?? ''))
  const coloursOf = (places: number[]) =>
    Object.fromEntries(plotMakers(index, places).legend.map(({ name, category }) => [name, category]))

  it('colours the makers with the most models, and names the others', () => {
    expect(coloursOf([...models.keys()])).toEqual({ a: 0, b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, others })
  })

  it('has a colour for every maker of a search, and keeps those that were given', () => {
    expect(coloursOf(placesOf('j'))).toEqual({ j: 0 })
    expect(coloursOf(placesOf('acij'))).toEqual({ a: 0, c: 2, i: 1, j: 3 })
    expect(coloursOf([])).toEqual({})
  })

  it('colours the makers with the most of the shown models, even if they have few in all', () => {
    const few = [...placesOf('hij'), ...'abcdefg'.split('').flatMap((maker) => placesOf(maker).slice(0, 1))]
    expect(coloursOf(few)).toMatchObject({ h: expect.any(Number), i: expect.any(Number), others })
  })

  it('never gives two makers the same colour', () => {
    fc.assert(
      fc.property(fc.subarray([...models.keys()]), (places) => {
        const { categories, legend } = plotMakers(index, places)
        const own = legend.filter(({ name }) => name !== 'others')
        expect(new Set(own.map(({ category }) => category)).size).toBe(own.length)
        for (const { name, category } of own) expect(categories[index.values.maker.indexOf(name)]).toBe(category)
        for (const place of places) {
          const category = categories[index.facets.maker[place] ?? -1]
          expect(legend.some((each) => each.category === category)).toBe(true)
        }
      }),
    )
  })
})

describe('plot points', () => {
  const index = indexModels(messyModels)
  const size = { width: 900, height: 400 }
  const layout = layOut(index, [...messyModels.keys()], size)
  const idsDrawn = [...layout.places].map((place) => messyModels[place]?.id)

  describe('a plot of price and context', () => {
    it('draws models with price and context within its frame, and counts the others', () => {
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

    it('finds the point under the pointer, and none if all are far', () => {
      for (const at of layout.places.keys()) {
        const found = pointAt(layout, layout.xs[at] ?? 0, layout.ys[at] ?? 0)
        expect(layout.xs[found ?? -1]).toBeCloseTo(layout.xs[at] ?? 0)
      }
      expect(pointAt(layout, -100, -100)).toBeUndefined()
    })

    it('lays out no model, one model and many at one price', () => {
      for (const places of [[], [1], [2, 3]]) {
        const few = layOut(index, places, size)
        expect([...few.xs, ...few.ys].every(Number.isFinite)).toBe(true)
      }
    })
  })

  describe('a frame drawn over a plot', () => {
    it('filters by limits that include every point within it', () => {
      const inside = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 400 }) })
      fc.assert(
        fc.property(inside, inside, (from, to) => {
          const { up: context, across: price } = brushedRanges(layout, from, to)
          for (const [at, place] of layout.places.entries()) {
            const [x, y] = [layout.xs[at] ?? 0, layout.ys[at] ?? 0]
            const isInside =
              x > Math.min(from.x, to.x) &&
              x < Math.max(from.x, to.x) &&
              y > Math.min(from.y, to.y) &&
              y < Math.max(from.y, to.y)
            if (!isInside) continue
            const [input, length] = [
              index.figures.input[place] ?? Number.NaN,
              index.figures.context[place] ?? Number.NaN,
            ]
            expect(length >= (context.min ?? 0) && length <= (context.max ?? Infinity)).toBe(true)
            expect(input >= (price.min ?? 0) && input <= (price.max ?? Infinity)).toBe(true)
          }
        }),
      )
    })

    it('has rounded limits', () => {
      expect(roundedOut(131_072, 'down')).toBe(131_000)
      expect(roundedOut(131_072, 'up')).toBe(132_000)
      expect(roundedOut(0.07512, 'up')).toBe(0.0752)
    })
  })

  it('a logarithmic scale converts to pixels and back', () => {
    const scale = logScale([0.01, 0, Number.NaN, 600], 50, 850)
    for (const value of [0.01, 1, 600]) expect(scale.toValue(scale.toPixel(value))).toBeCloseTo(value)
    expect(scale.ticks.length).toBeGreaterThan(3)
    expect(scale.ticks.length).toBeLessThan(20)
  })
})

describe('what a plot labels', () => {
  const priced = (id: string, rate: number, context: number) =>
    modelOf(id, { pricing: [{ metric: 'input_tokens', rate }], context_length: context, context_length_known: true })
  const models = [
    priced('a/dear-small', 9, 8_000),
    priced('a/cheap-small', 0.1, 8_000),
    priced('a/middle', 1, 200_000),
    priced('a/middle-again', 1, 200_000),
    priced('a/middle-third', 1, 200_000),
    priced('a/beaten', 2, 200_000),
    priced('a/dear-large', 9, 1_000_000),
    priced('a/free-tiny', 0, 1_000),
  ]
  const index = indexModels(models)
  const { front, overlaps, ...layout } = layOut(index, [...models.keys()], { width: 900, height: 400 })

  it('has the Pareto front from the cheapest to the largest', () => {
    expect(front.map((at) => models[at]?.id)).toEqual(['a/free-tiny', 'a/cheap-small', 'a/middle', 'a/dear-large'])
  })

  it('counts points that overlap', () => {
    expect(overlaps).toEqual([{ at: 2, count: 3 }])
    expect([2, 3, 5].map((at) => countAt({ front, overlaps, ...layout }, at))).toEqual([3, 3, 1])
  })
})

describe('a plot of a pass rate', () => {
  const priced = (id: string, rate: number) => modelOf(id, { pricing: [{ metric: 'input_tokens', rate }] })
  const models = [priced('a/cheap', 1), priced('a/dear', 10), priced('a/wasted', 10), priced('a/untried', 1)]
  const prices = { values: Float64Array.of(1, 10, 10, 1), isShare: false, isLowBetter: true }
  const rates = { values: Float64Array.of(0.5, 1, 0, Number.NaN), isShare: true, isLowBetter: false }
  const size = { width: 900, height: 400 }
  const places = [...models.keys()]

  it('has the tried models between 0 and 100 %, with the best for the price in front', () => {
    const { places: drawn, ys, y, frame, front, unknown } = layOutPlot(places, prices, rates, size)
    expect([...drawn]).toEqual([0, 1, 2])
    expect(unknown).toBe(1)
    expect(y.ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    const [half = 0, all = 0, nothing = 0] = ys
    expect(half).toBeCloseTo((all + nothing) / 2)
    expect(all).toBeGreaterThan(frame.top)
    expect(nothing).toBeLessThan(frame.bottom)
    expect(front).toEqual([0, 1])
  })

  it('counts from the right across, where more is better', () => {
    const { xs, free, front } = layOutPlot(places, rates, prices, size)
    expect(free).toBeNull()
    expect(xs[1]).toBeGreaterThan(xs[0] ?? Number.NaN)
    expect(front).toEqual([1])
  })
})
