import { useEffect, useMemo, useState } from 'react'
import { compareLimit, toggleCompared } from '#app/models/compare-list.ts'
import type { ModelActions } from './row-actions.tsx'

type Outcome = 'copied' | 'refused' | 'full'

/** How long each is told, in milliseconds: what went wrong has to be read. */
const tellingTimes: Record<Outcome, number> = { copied: 2_000, refused: 10_000, full: 10_000 }

/** What the rows' buttons do, and what came of the last press, where the row itself does not say it. */
export function useModelActions(onTry: (id: string) => void) {
  const [told, setTold] = useState<{ id: string; outcome: Outcome } | null>(null)
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(null), tellingTimes[told.outcome])
    return () => clearTimeout(timer)
  }, [told])
  const actions = useMemo<ModelActions>(
    () => ({
      onTry,
      onCompare(id) {
        setTold(toggleCompared(id) ? null : { id, outcome: 'full' })
      },
      onCopy(id) {
        const tell = (outcome: Outcome) => setTold({ id, outcome })
        // A page that is not served safely has no clipboard at all.
        Promise.resolve()
          .then(() => navigator.clipboard.writeText(id))
          .then(
            () => tell('copied'),
            () => tell('refused'),
          )
      },
    }),
    [onTry],
  )
  const copied = told?.outcome === 'copied' ? told.id : null
  return { actions, copied, outcome: told && { words: wordsOf(told), isProblem: copied === null } }
}

function wordsOf({ id, outcome }: { id: string; outcome: Outcome }): string {
  switch (outcome) {
    case 'copied':
      return `Copied ${id}`
    case 'refused':
      return `The browser did not let the id be copied. Select it by hand: ${id}`
    case 'full':
      return `${compareLimit} models are as many as fit side by side. Take one out to add another.`
  }
}
