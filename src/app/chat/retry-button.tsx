import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { durationWords, secondsUntil } from './retry-wait.ts'
import { useClock } from './use-clock.ts'

interface RetryButtonProps {
  /** Before when the service does not want to be asked again, in milliseconds since the epoch. */
  retryAt: number | null
  onRetry: () => void
}

/** Asks again, once the service allows it; never by itself. */
export function RetryButton({ retryAt, onRetry }: RetryButtonProps) {
  const [isBarred] = useState(() => retryAt !== null && secondsUntil(retryAt) > 0)
  return retryAt !== null && isBarred ? (
    <CountedRetry retryAt={retryAt} onRetry={onRetry} />
  ) : (
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  )
}

function CountedRetry({ retryAt, onRetry }: { retryAt: number; onRetry: () => void }) {
  const left = useClock(() => secondsUntil(retryAt))
  return (
    <>
      {/* Not the attribute `disabled`: focus that waits on it must not be lost. */}
      <Button
        size="small"
        aria-disabled={left > 0}
        onClick={() => left === 0 && onRetry()}
        className={left > 0 ? 'opacity-50' : ''}
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
