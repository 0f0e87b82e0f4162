import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shapes } from './draw-plot.ts'
import { modelOf } from './messy-models.test-support.ts'
import { indexModels } from './model-index.ts'
import { plotMakers } from './plot-makers.ts'

const others = shapes.length - 1

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

it('colours the makers with the most models, and names who is left', () => {
  expect(coloursOf([...models.keys()])).toEqual({ a: 0, b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, others })
})

it('has a colour for every maker of a search, and leaves theirs to those who had one', () => {
  expect(coloursOf(placesOf('j'))).toEqual({ j: 0 })
  expect(coloursOf(placesOf('acij'))).toEqual({ a: 0, c: 2, i: 1, j: 3 })
  expect(coloursOf([])).toEqual({})
})

it('colours those with the most of what is shown, though they have few of all', () => {
  const few = [...placesOf('hij'), ...'abcdefg'.split('').flatMap((maker) => placesOf(maker).slice(0, 1))]
  expect(coloursOf(few)).toMatchObject({ h: expect.any(Number), i: expect.any(Number), others })
})

it('never gives two makers one colour, whatever is shown', () => {
  fc.assert(
    fc.property(fc.subarray([...models.keys()]), (places) => {
      const { categories, legend } = plotMakers(index, places)
      const own = legend.filter(({ name }) => name !== 'others')
      expect(new Set(own.map(({ category }) => category)).size).toBe(own.length)
      for (const { name, category } of own) expect(categories[index.makers.indexOf(name)]).toBe(category)
      for (const place of places) {
        const category = categories[index.maker[place] ?? -1]
        expect(legend.some((each) => each.category === category)).toBe(true)
      }
    }),
  )
})
