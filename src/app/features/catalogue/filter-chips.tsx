import { memo } from 'react'
import { X } from 'lucide-react'
import { focusContent } from '#app/ui/focus-content.ts'
import { withoutFilters, type CatalogueView } from './catalogue-view.ts'
import { activeFilters } from './active-filters.ts'
import type { ChangeView } from './use-view.ts'

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
