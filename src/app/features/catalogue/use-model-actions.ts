import { useEffect, useMemo, useState } from 'react'
import { toggleCompared } from '#app/models/compare-list.ts'
import type { ModelActions } from './row-actions.tsx'

/** How long it is shown that an id was copied, in milliseconds. */
const tellingTime = 2_000

/** What the rows' buttons do, and what came of the last copy. */
export function useModelActions(onTry: (id: string) => void) {
  const [copy, setCopy] = useState<{ id: string; worked: boolean } | null>(null)
  useEffect(() => {
    if (!copy) return
    const timer = setTimeout(() => setCopy(null), tellingTime)
    return () => clearTimeout(timer)
  }, [copy])
  const actions = useMemo<ModelActions>(
    () => ({
      onTry,
      onCompare: toggleCompared,
      onCopy(id) {
        const tell = (worked: boolean) => setCopy({ id, worked })
        // A page that is not served safely has no clipboard at all.
        Promise.resolve()
          .then(() => navigator.clipboard.writeText(id))
          .then(
            () => tell(true),
            () => tell(false),
          )
      },
    }),
    [onTry],
  )
  const copyWords = copy && (copy.worked ? `Copied ${copy.id}` : 'The browser did not let the id be copied.')
  return { actions, copied: copy?.worked === true ? copy.id : null, copyWords }
}
