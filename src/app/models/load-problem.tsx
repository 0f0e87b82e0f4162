import { memo, useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus.ts'
import { Notice } from '#app/ui/notice.tsx'
import { agoWords, momentWords } from './dates.ts'
import { useModels } from './text-models.ts'

/** The list of models failed to load, and there is no earlier one. */
export function LoadProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="p-4 md:p-5">
      <Notice
        tone="danger"
        actions={
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {message}
      </Notice>
    </div>
  )
}

/** How often the age is updated, in milliseconds. */
const tick = 30_000

/** When the catalogue was last read, and a button to read it again. Nothing before the first response. */
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
        {/* Stays during a retry, or screen readers would announce it every few minutes. */}
        <span role="status" className="text-danger">
          {isRefetchError && 'Refresh failed. '}
        </span>
        Updated {agoWords(dataUpdatedAt, now)}
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

interface IgnoredNoteProps {
  /** The invalid parts of the URL, as they were written there. */
  ignored: readonly string[]
  onDismiss: () => void
}

/** Says which values of a link were ignored. */
export const IgnoredNote = memo(function IgnoredNote({ ignored, onDismiss }: IgnoredNoteProps) {
  if (ignored.length === 0) return null
  const shown = ignored.slice(0, 4).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part))
  const rest = ignored.length - shown.length
  return (
    <Notice
      tone="warning"
      actions={
        <Button
          size="small"
          onClick={() => {
            onDismiss()
            focusContent()
          }}
        >
          Dismiss
        </Button>
      }
    >
      Ignored invalid values in the link: <bdi className="font-mono text-xs">{shown.join(', ')}</bdi>
      {rest > 0 && ` and ${rest} more`}
    </Notice>
  )
})
