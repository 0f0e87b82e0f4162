import type { FinishReason } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { Clock } from '#service/clock.ts'
import { dueTime } from './pace.ts'

/** A reply that is ready to be made, token by token. */
export interface PreparedReply {
  /** Makes each token when asked for it, and returns why it ended. */
  tokens: Generator<string, FinishReason>
  promptTokens: number
  /** 0 is as fast as possible. */
  tokensPerSecond: number
}

/** Timers round to whole milliseconds, and browsers to four: tokens that fall due within that time go out together. */
const shortestWait = 4
/** Timers take at most 31 bits of milliseconds; a longer wait is made of several. */
const longestWait = 60_000
/** How many tokens may go out before others on the event loop have their turn. */
const largestBatch = 512

/**
 * Sends a reply at its pace: `started`, one `text` event a token, `usage`, `finished`. Tokens are sent by the time they
 * are due, so that a late timer is made up for by the next batch. When the signal aborts it ends without `finished`.
 */
export async function* sendPaced(
  reply: PreparedReply,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly ChatEvent[]> {
  const { tokens, tokensPerSecond } = reply
  if (signal.aborted) return
  yield [{ type: 'started' }]
  const elapsed = startStopwatch(clock)
  let sent = 0
  let next = tokens.next()
  while (!next.done) {
    const now = elapsed()
    const batch: ChatEvent[] = []
    while (!next.done && batch.length < largestBatch && dueTime(sent, tokensPerSecond) <= now) {
      batch.push({ type: 'text', choice: 0, text: next.value })
      sent++
      next = tokens.next()
    }
    if (signal.aborted) return
    if (batch.length > 0) yield batch
    if (next.done) break
    const wait = Math.ceil(dueTime(sent, tokensPerSecond) - elapsed())
    await clock.sleep(tokensPerSecond === 0 ? 0 : Math.min(Math.max(wait, shortestWait), longestWait), signal)
    if (signal.aborted) return
  }
  if (signal.aborted) return
  yield [
    { type: 'usage', usage: usageOf(reply.promptTokens, sent) },
    { type: 'finished', reasons: { 0: next.value } },
  ]
}

/** Milliseconds since the start. Somebody may set the clock back; the reply must not wait until it is as late again. */
function startStopwatch(clock: Clock): () => number {
  let total = 0
  let latest = clock.now()
  return () => {
    const now = clock.now()
    total += Math.max(0, now - latest)
    latest = now
    return total
  }
}

function usageOf(prompt: number, completion: number) {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}
