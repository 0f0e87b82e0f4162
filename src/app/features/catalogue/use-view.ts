import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { CatalogueSearch } from './catalogue-search.ts'
import type { CatalogueView } from './catalogue-view.ts'
import { readView, writeView } from './read-view.ts'

/** Changes what is shown: one step, that going back undoes. */
export type ChangeView = (change: (view: CatalogueView) => CatalogueView) => void

/** What the address asks for, and the way to ask for something else. */
export function useView(search: CatalogueSearch, onSearch: (search: CatalogueSearch) => void) {
  const { view, broken } = useMemo(() => readView(search), [search])
  // Two steps can follow each other faster than the address does: the second builds on the first.
  const asked = useRef(view)
  useEffect(() => {
    asked.current = view
  }, [view])
  const change = useCallback<ChangeView>(
    (make) => {
      const next = make(asked.current)
      asked.current = next
      onSearch(writeView(next))
    },
    [onSearch],
  )
  return { view, broken, change }
}
