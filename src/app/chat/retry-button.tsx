import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { durationWords, secondsUntil } from './retry-wait.ts'
import { useClock } from './use-clock.ts'

interface RetryButtonProps {
  /** Before when the service does not want to be asked again, in milliseconds since the epoch. */
  retryAt: number | null
  /** Whether another reply is on its way, which has to end first. */
  busy: boolean
  onRetry: () => void
}

/** Asks again, once the service allows it; never by itself. */
export function RetryButton({ retryAt, busy, onRetry }: RetryButtonProps) {
  const [isBarred] = useState(() => retryAt !== null && secondsUntil(retryAt) > 0)
  return retryAt !== null && isBarred ? (
    <CountedRetry retryAt={retryAt} busy={busy} onRetry={onRetry} />
  ) : (
    <Button size="small" disabled={busy} onClick={onRetry}>
      Retry
    </Button>
  )
}

function CountedRetry({ retryAt, busy, onRetry }: RetryButtonProps & { retryAt: number }) {
  const left = useClock(() => secondsUntil(retryAt))
  const barred = left > 0 || busy
  return (
    <>
      {/* Not the attribute `disabled`: focus that waits on it must not be lost. */}
      <Button
        size="small"
        aria-disabled={barred}
        onClick={() => !barred && onRetry()}
        className={barred ? 'opacity-50' : ''}
      >
        Retry
      </Button>
      {left > 0 && (
        <span aria-hidden data-retry-in={left} className="text-xs text-text-muted tabular-nums">
          in {durationWords(left)}
        </span>
      )}
      <span role="status" className="sr-only">
        {left === 0 ? 'You can retry now.' : ''}
      </span>
    </>
  )
}
