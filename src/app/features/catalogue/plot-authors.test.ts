import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shapes } from './draw-plot.ts'
import { modelOf } from './messy-models.test-support.ts'
import { indexModels } from './model-index.ts'
import { plotAuthors } from './plot-authors.ts'

const others = shapes.length - 1

/** Ten authors, from `a` with ten models to `j` with one. */
const models = 'abcdefghij'
  .split('')
  .flatMap((author, place) =>
    Array.from({ length: 10 - place }, (_, count) => modelOf(`${author}/${count}`, { author: author as 'openai' })),
  )
const index = indexModels(models)
const placesOf = (authors: string) =>
  [...models.keys()].filter((place) => authors.includes(models[place]?.author ?? ''))
const coloursOf = (places: number[]) =>
  Object.fromEntries(plotAuthors(index, places).legend.map(({ name, category }) => [name, category]))

it('colours the authors with the most models, and names who is left', () => {
  expect(coloursOf([...models.keys()])).toEqual({ a: 0, b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, others })
})

it('has a colour for every author of a search, and leaves theirs to those who had one', () => {
  expect(coloursOf(placesOf('j'))).toEqual({ j: 0 })
  expect(coloursOf(placesOf('acij'))).toEqual({ a: 0, c: 2, i: 1, j: 3 })
  expect(coloursOf([])).toEqual({})
})

it('colours those with the most of what is shown, though they have few of all', () => {
  const few = [...placesOf('hij'), ...'abcdefg'.split('').flatMap((author) => placesOf(author).slice(0, 1))]
  expect(coloursOf(few)).toMatchObject({ h: expect.any(Number), i: expect.any(Number), others })
})

it('never gives two authors one colour, whatever is shown', () => {
  fc.assert(
    fc.property(fc.subarray([...models.keys()]), (places) => {
      const { categories, legend } = plotAuthors(index, places)
      const own = legend.filter(({ name }) => name !== 'others')
      expect(new Set(own.map(({ category }) => category)).size).toBe(own.length)
      for (const { name, category } of own) expect(categories[index.authors.indexOf(name)]).toBe(category)
      for (const place of places) {
        const category = categories[index.author[place] ?? -1]
        expect(legend.some((each) => each.category === category)).toBe(true)
      }
    }),
  )
})
