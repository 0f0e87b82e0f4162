import { Link } from '@tanstack/react-router'
import { Fragment, memo } from 'react'
import { useStore } from 'zustand'
import { compareStore, setCompared, writeIds } from '#app/models/compare-list.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus.ts'

/** The selected models at the bottom, with a link to their comparison. */
export const CompareBar = memo(function CompareBar() {
  const ids = useStore(compareStore, (state) => state.ids)
  if (ids.length === 0) return null
  return (
    <aside
      aria-label="Models to compare"
      className="flex shrink-0 items-center gap-3 border-t border-line bg-surface-raised px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:px-5"
    >
      <p className="min-w-0 truncate text-text-muted">
        <span className="font-medium text-text">{ids.length} selected</span>
        <span className="ml-2 font-mono text-xs max-md:hidden">
          {ids.map((id, place) => (
            <Fragment key={id}>
              {place > 0 && ' · '}
              <bdi>{id}</bdi>
            </Fragment>
          ))}
        </span>
      </p>
      <Button
        variant="quiet"
        className="ml-auto"
        onClick={() => {
          setCompared([])
          focusContent()
        }}
      >
        Clear
      </Button>
      <Link to="/compare" search={{ ids: writeIds(ids) }} className={buttonClass({ variant: 'primary' })}>
        Compare {ids.length === 1 ? '1 model' : `${ids.length} models`}
      </Link>
    </aside>
  )
})
