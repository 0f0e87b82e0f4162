import type { Reply } from '#app/data/message.ts'
import { useClock } from './use-clock.ts'

/** From how many seconds of silence on it is worth saying. */
const long = 10

/** Says that more is to come; no word of it is announced, as that happens once for the whole conversation. */
export function ReplyProgress({ reply: { state, sentAt, lastDeltaAt } }: { reply: Reply }) {
  const isWaiting = state === 'waiting'
  const silence = useClock(() => Math.floor((performance.now() - (lastDeltaAt ?? sentAt)) / 1_000))
  return (
    <p className={`flex flex-wrap items-center gap-x-2 text-text-muted ${isWaiting ? 'animate-appear-late' : ''}`}>
      <span aria-hidden className={`size-2 rounded-full bg-accent ${isWaiting ? 'animate-pulse-soft' : ''}`} />
      {isWaiting ? 'Waiting for the first word…' : 'Writing…'}
      {silence >= long && (
        <span className="text-xs tabular-nums">
          {isWaiting ? `${silence} s so far.` : `Nothing new for ${silence} s.`} You can stop it at any time.
        </span>
      )}
    </p>
  )
}
