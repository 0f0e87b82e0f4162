import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  axes,
  flagNames,
  listNames,
  lists,
  rangeNames,
  recordOf,
  valuesOf,
} from '#app/features/catalogue/facets/facets.ts'
import { columnNames } from '#app/features/catalogue/table/columns.tsx'
import { makerKey } from '#app/models/makers.ts'
import { validateCatalogueSearch } from './catalogue-search.ts'
import type { PassName } from './pass-names.ts'
import { type CatalogueView, firstView, readView, writeView } from './catalogue-view.ts'

// As a URL keeps them: one spelling of each maker.
const words = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }).map(makerKey), { maxLength: 4 })
const amount = fc.oneof(
  fc.nat(),
  fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0),
)
const range = fc.oneof(fc.record({ min: amount }), fc.record({ max: amount }), fc.record({ min: amount, max: amount }))

const passNames: PassName[] = ['pass-1a', 'pass-b_2-c']

// Follows the facet table, as the view does.
const anyView = fc.record({
  ...recordOf(listNames, (name) => (lists[name].kind === 'dynamic' ? words : fc.subarray([...valuesOf(name, [])]))),
  ...recordOf(flagNames, () => fc.boolean()),
  ranges: fc.record(
    recordOf(rangeNames, () => range),
    { requiredKeys: [] },
  ),
  q: fc.string({ unit: 'grapheme' }),
  match: fc.constantFrom('all', 'any'),
  deprecated: fc.boolean(),
  sort: fc.uniqueArray(fc.record({ column: fc.constantFrom(...columnNames, ...passNames), descending: fc.boolean() }), {
    selector: ({ column }) => column,
  }),
  columns: fc
    .tuple(fc.subarray([...columnNames]), fc.subarray(passNames))
    .map(([some, tried]) => [...columnNames.filter((name) => name === 'name' || some.includes(name)), ...tried]),
  density: fc.constantFrom('roomy', 'dense'),
  view: fc.constantFrom('table', 'plot'),
  axis: fc.constantFrom(...axes, ...passNames),
  yAxis: fc.constantFrom('context', ...passNames),
}) as fc.Arbitrary<CatalogueView>

/** To the address bar and back: the router reads values that are JSON as such. */
function throughUrl(search: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(search)) as Record<string, unknown>
}

describe('the catalogue’s URL', () => {
  it('round-trips any view', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const { view: read, broken } = readView(validateCatalogueSearch(throughUrl(writeView(view))))
        expect(broken).toEqual([])
        expect(read).toEqual(view)
      }),
    )
  })

  it('is empty for the first view', () => {
    expect(writeView(firstView)).toEqual({})
    expect(readView({})).toEqual({ view: firstView, broken: [], isOutdated: false })
  })

  it('applies valid values and names invalid ones', () => {
    const search = validateCatalogueSearch({
      type: 'moderation,nonsense',
      minContext: 'much',
      maxInput: -1,
      maxOutput: 2,
      sort: '-context,colour,context',
      view: 7,
      open: 'maybe',
      columns: 'output',
      density: ['dense'],
      unheard: 'of',
    })
    const { view, broken } = readView(search)
    expect(broken).toEqual([
      'type=nonsense',
      'open=maybe',
      'minContext=much',
      'maxInput=-1',
      'sort=colour',
      'sort=context',
      'density=["dense"]',
      'view=7',
    ])
    expect(view).toEqual({
      ...firstView,
      type: ['moderation'],
      ranges: { output: { max: 2 } },
      sort: [{ column: 'context', descending: true }],
      columns: ['name', 'output'],
    })
  })

  it('has each value once, with commas and percent signs escaped', () => {
    const { view } = readView({ maker: 'openai,50%,a%2Cb,,openai,тест' })
    expect(view.maker).toEqual(['openai', '50%', 'a,b', 'тест'])
    expect(writeView(view)).toEqual({ maker: 'openai,50%25,a%2Cb,тест' })
  })

  it('reads the author of an old link as the maker, in any spelling', () => {
    const { view } = readView({ author: 'x-ai,community,Mistral', maker: 'x-ai,kimi-co' })
    expect(view.maker).toEqual(['x-ai', 'kimi-co', 'community', 'mistralai'])
    expect(writeView(view)).toEqual({ maker: 'x-ai,kimi-co,community,mistralai' })
  })

  it('leaves out experiments that were deleted, without a word', () => {
    const search = {
      columns: 'context,pass-gone,pass-here',
      sort: '-pass-gone,pass-here',
      axis: 'pass-gone',
      yAxis: 'pass-here',
    }
    const { view, broken, isOutdated } = readView(search, undefined, (name) => name === 'pass-here')
    expect([broken, isOutdated]).toEqual([[], true])
    expect(view).toEqual({
      ...firstView,
      columns: ['name', 'context', 'pass-here'],
      sort: [{ column: 'pass-here', descending: false }],
      yAxis: 'pass-here',
    })
    expect(readView({ columns: 'pass-gone' }, undefined, () => false).view).toEqual(firstView)
    expect(readView({ columns: 'pass-' }).broken).toEqual(['columns=pass-'])
  })

  it('names an unknown maker as invalid', () => {
    const { view, broken } = readView({ author: 'community,nobody', maker: 'openai' }, () => false)
    expect(view.maker).toEqual(['openai', 'community'])
    expect(broken).toEqual(['author=nobody'])
  })

  it('reads any input as a view', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('q', 'type', 'minContext', 'sort', 'columns', 'author', 'maker', 'deprecated'),
          fc.anything(),
        ),
        (search) => {
          const { view } = readView(validateCatalogueSearch(search))
          expect(readView(writeView(view)).view).toEqual(view)
        },
      ),
    )
  })
})
