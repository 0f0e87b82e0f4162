import { memo, useEffect, useState } from 'react'
import { agoWords, momentWords } from './date-words.ts'
import { useModels } from './use-models.ts'

/** How often its words are looked at again, in milliseconds. */
const tick = 30_000

/** When the catalogue was last read, and a way to read it again; what was read stays meanwhile. Nothing before that. */
export const CatalogueAge = memo(function CatalogueAge() {
  const { data, dataUpdatedAt, isFetching, isRefetchError, refetch } = useModels()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick)
    return () => clearInterval(timer)
  }, [])
  if (data === undefined) return null
  return (
    <p className="flex items-center gap-1.5 text-xs whitespace-nowrap text-text-muted">
      <span title={momentWords(dataUpdatedAt)}>
        {/* It stands while it is tried again, or those who hear it would hear it every few minutes. */}
        <span role="status" className="text-danger">
          {isRefetchError && 'Not refreshed. '}
        </span>
        Read {agoWords(dataUpdatedAt, now)}
      </span>
      <span aria-hidden>·</span>
      <button
        type="button"
        aria-disabled={isFetching}
        onClick={() => !isFetching && void refetch()}
        className="rounded-sm text-text-muted underline decoration-line-strong underline-offset-3 hover:text-text"
      >
        {isFetching ? 'Refreshing' : 'Refresh'}
      </button>
    </p>
  )
})
