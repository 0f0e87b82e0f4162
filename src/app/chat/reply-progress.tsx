import type { Reply } from '#app/data/message.ts'
import { isThinking } from './reasoning-time.ts'
import { useClock } from './use-clock.ts'

/** After this many seconds without output the time is shown. */
const long = 10

/** What an open reply is waiting for. It isn't announced: the conversation announces each reply once. */
export function ReplyProgress({ reply }: { reply: Reply }) {
  const { state, sentAt, lastDeltaAt, reasoning } = reply
  const isWaiting = state === 'waiting'
  const silence = useClock(() => Math.floor((performance.now() - (lastDeltaAt ?? sentAt)) / 1_000))
  // The reasoning above says "Thinking…" itself.
  const doing = isThinking(reply) && reasoning !== '' ? '' : 'Writing…'
  if (!isWaiting && doing === '' && silence < long) return null
  return (
    <p className={`flex flex-wrap items-center gap-x-2 text-text-muted ${isWaiting ? 'animate-appear-late' : ''}`}>
      <span aria-hidden className={`size-2 rounded-full bg-accent ${isWaiting ? 'animate-pulse-soft' : ''}`} />
      <span className="tabular-nums">
        {isWaiting ? 'Waiting for first token…' : doing}
        {silence >= long && (isWaiting ? ` ${silence} s` : `${doing && ' '}No output for ${silence} s`)}
      </span>
    </p>
  )
}
