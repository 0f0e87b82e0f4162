import { X } from 'lucide-react'
import { memo } from 'react'
import {
  type CatalogueView,
  type ChangeView,
  type Range,
  type RangeName,
  rangeNames,
  withoutFilters,
} from '#app/features/catalogue/query/catalogue-view.ts'
import { focusContent } from '#app/ui/focus.ts'
import { formatDollars, formatSize } from '#app/ui/format.ts'
import { type ListFacet, openWords, toggleValue, valuesOf } from './facets.ts'

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

interface FilterChipsProps {
  view: CatalogueView
  query: string
  change: ChangeView
}

/** What narrows the catalogue now; each goes with one press. */
export const FilterChips = memo(function FilterChips({ view, query, change }: FilterChipsProps) {
  const filters = activeFilters(view, query)
  if (filters.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 px-4 pt-2.5 md:px-5">
      {filters.map(({ key, words, without }) => (
        <li key={key} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove filter ${words}`}
            onClick={({ currentTarget }) => {
              change(without)
              // On to the next one; after the last, nothing of the list is left.
              if (filters.length === 1) focusContent()
              else currentTarget.closest('li')?.nextElementSibling?.querySelector('button')?.focus()
            }}
            className="flex h-6.5 max-w-80 items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-xs hover:bg-tint max-md:h-8"
          >
            <bdi className="truncate">{words}</bdi>
            <X aria-hidden size={12} className="shrink-0 text-text-muted" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => {
            change(withoutFilters)
            focusContent()
          }}
          className="h-6.5 rounded-sm px-1.5 text-xs text-text-muted underline decoration-line-strong underline-offset-3 hover:text-text max-md:h-8"
        >
          Clear all
        </button>
      </li>
    </ul>
  )
})
