import { formatDollars, formatSize } from '#app/ui/format.ts'
import { rangeNames, type CatalogueView, type Range, type RangeName } from './catalogue-view.ts'
import { openWords, toggleValue, valuesOf, type ListFacet } from './facets.ts'

/** A filter that is on, in words, and the view without it. */
export interface ActiveFilter {
  key: string
  words: string
  without: (view: CatalogueView) => CatalogueView
}

const facets = ['type', 'maker', 'can', 'status', 'visibility', 'price'] as const satisfies readonly ListFacet[]

const rangeWords: Record<RangeName, string> = {
  context: 'context',
  input: 'input price',
  output: 'output price',
  month: 'cost per month',
}

/** Everything that narrows a view, in the order of the facets. */
export function activeFilters(view: CatalogueView, query: string): ActiveFilter[] {
  return [
    ...(query.trim() === '' ? [] : [{ key: 'q', words: query.trim(), without: withoutQuery }]),
    ...facets.flatMap((facet) =>
      valuesOf(facet, view.maker)
        .filter(({ value }) => view[facet].some((chosen) => chosen === value))
        .map(({ value, words }) => ({
          key: `${facet} ${value}`,
          words,
          without: (before: CatalogueView) => toggleValue(before, facet, value),
        })),
    ),
    ...(view.open ? [{ key: 'open', words: openWords, without: withoutOpen }] : []),
    ...rangeNames.flatMap((name) => {
      const range = view.ranges[name]
      return range ? [{ key: name, words: rangeInWords(name, range), without: withoutRange(name) }] : []
    }),
  ]
}

/** The view with other limits of one figure; without any where both ends are open. */
export function withRange(view: CatalogueView, name: RangeName, range: Range): CatalogueView {
  const { [name]: _, ...others } = view.ranges
  const isOpen = range.min === undefined && range.max === undefined
  return { ...view, ranges: isOpen ? others : { ...others, [name]: range } }
}

function withoutQuery(view: CatalogueView): CatalogueView {
  return { ...view, q: '' }
}

function withoutOpen(view: CatalogueView): CatalogueView {
  return { ...view, open: false }
}

function withoutRange(name: RangeName) {
  return (view: CatalogueView) => withRange(view, name, {})
}

function rangeInWords(name: RangeName, { min, max }: Range): string {
  const figure = (value: number) => (name === 'context' ? formatSize(value) : formatDollars(value))
  if (min === undefined) return `${sentence(rangeWords[name])} up to ${figure(max ?? 0)}`
  if (max === undefined) return `${sentence(rangeWords[name])} from ${figure(min)}`
  return `${sentence(rangeWords[name])} ${figure(min)} to ${figure(max)}`
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
