import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CatalogueSearch } from './catalogue-search.ts'
import type { CatalogueView } from './catalogue-view.ts'
import { readView, writeView } from './read-view.ts'

/** Changes what is shown: one step, that going back undoes. */
export type ChangeView = (change: (view: CatalogueView) => CatalogueView) => void

/** Goes to another address of the catalogue: a new step, or in place of the one that is open. */
export type OnSearch = (search: CatalogueSearch, options?: { replace: boolean }) => void

/**
 * What the address asks for, and the way to ask for something else. Unknown values are taken out of the address;
 * `ignored` has them until the next change, or until they are dismissed.
 */
export function useView(search: CatalogueSearch, onSearch: OnSearch, isMaker: (key: string) => boolean) {
  const { view, broken } = useMemo(() => readView(search, isMaker), [search, isMaker])
  const [ignored, setIgnored] = useState(broken)
  if (broken.length > 0 && broken !== ignored) setIgnored(broken)
  useEffect(() => {
    if (broken.length > 0) onSearch(writeView(view), { replace: true })
  }, [broken, view, onSearch])
  // Two steps can follow each other faster than the address does: the second builds on the first.
  const asked = useRef(view)
  useEffect(() => {
    asked.current = view
  }, [view])
  const change = useCallback<ChangeView>(
    (make) => {
      const next = make(asked.current)
      asked.current = next
      setIgnored([])
      onSearch(writeView(next))
    },
    [onSearch],
  )
  return { view, ignored, dismiss: useCallback(() => setIgnored([]), []), change }
}
