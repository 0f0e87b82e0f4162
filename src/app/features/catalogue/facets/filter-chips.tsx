import { X } from 'lucide-react'
import { memo } from 'react'
import { type CatalogueView, type ChangeView, withoutFilters } from '#app/features/catalogue/query/catalogue-view.ts'
import { focusContent } from '#app/ui/focus.ts'
import {
  type Range,
  type RangeName,
  flagNames,
  flags,
  labelOf,
  listNames,
  rangeNames,
  ranges,
  toggleValue,
  withRange,
} from './facets.ts'

/** A filter that is on, in words, and how to remove it from a view. */
export interface ActiveFilter {
  key: string
  words: string
  without: (view: CatalogueView) => CatalogueView
}

/** Every filter that is on, in the order of the facets. */
export function activeFilters(view: CatalogueView, query: string): ActiveFilter[] {
  return [
    ...(query.trim() === '' ? [] : [{ key: 'q', words: query.trim(), without: withoutQuery }]),
    ...listNames.flatMap((name) =>
      view[name].map((value) => ({
        key: `${name} ${value}`,
        words: labelOf(name, value),
        without: (before: CatalogueView) => toggleValue(before, name, value),
      })),
    ),
    ...flagNames
      .filter((name) => view[name])
      .map((name) => ({
        key: name,
        words: flags[name].label,
        without: (before: CatalogueView) => ({ ...before, [name]: false }),
      })),
    ...rangeNames.flatMap((name) => {
      const range = view.ranges[name]
      const without = (before: CatalogueView) => withRange(before, name, {})
      return range ? [{ key: name, words: rangeInWords(name, range), without }] : []
    }),
  ]
}

function withoutQuery(view: CatalogueView): CatalogueView {
  return { ...view, q: '' }
}

function rangeInWords(name: RangeName, { min, max }: Range): string {
  const { label, format } = ranges[name]
  if (min === undefined) return `${label} up to ${format(max ?? 0)}`
  if (max === undefined) return `${label} from ${format(min)}`
  return `${label} ${format(min)} to ${format(max)}`
}

interface FilterChipsProps {
  view: CatalogueView
  query: string
  change: ChangeView
}

/** The filters that are on, each with a button that removes it. */
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
              // The focus moves to the next chip; the last chip takes the whole list with it.
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
