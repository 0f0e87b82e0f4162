import type { ProgressPoint, Reply, ToolCall } from '#app/data/message.ts'
import { type ChatEvent, type ToolPiece, unreachable } from '#contract/chat-event.ts'

/** Enough for a small chart, and few enough to store with every reply. */
export const maxPoints = 60

/** The minimum time between points, in milliseconds. */
const shortest = 50

/**
 * Adds a point to the progress of a reply, which stays in order and has at most `maxPoints`. Each interval keeps its last
 * point, and the intervals double when there would be too many. The first and the newest point are always exact.
 */
export function recordProgress(points: readonly ProgressPoint[], next: ProgressPoint): readonly ProgressPoint[] {
  const first = points[0]
  if (!first) return [next]
  let stretch = shortest
  while ((next.at - first.at) / stretch > maxPoints - 2) stretch *= 2
  const placeOf = ({ at }: ProgressPoint) => Math.ceil((at - first.at) / stretch)
  const all = [...points, next]
  return all.filter((point, index) => {
    const after = all[index + 1]
    return index === 0 || after === undefined || placeOf(after) !== placeOf(point)
  })
}

/**
 * The reply after an event. `at` is when the event arrived, in milliseconds of the reply's clock; a time in the event
 * itself is more exact and takes precedence. Only the first choice is shown, so events of other choices change nothing.
 */
export function applyChatEvent(reply: Reply, event: ChatEvent, at: number): Reply {
  switch (event.type) {
    case 'started':
      // Replaces the time of the click: work of the page before sending doesn't count as latency of the model.
      return event.sentAt === undefined ? reply : { ...reply, sentAt: event.sentAt }
    case 'text':
      return event.choice === 0 && event.text !== ''
        ? {
            ...timed(reply, event, at),
            firstTextAt: reply.firstTextAt ?? event.arrived?.first ?? at,
            text: reply.text + event.text,
            ...(event.tokens && { tokens: [...(reply.tokens ?? []), ...event.tokens] }),
          }
        : reply
    case 'tool':
      return event.choice === 0
        ? {
            ...timed(reply, event, at),
            firstTextAt: reply.firstTextAt ?? event.arrived?.first ?? at,
            toolCalls: withPiece(reply.toolCalls ?? [], event),
          }
        : reply
    case 'reasoning':
      return event.choice === 0
        ? {
            ...timed(reply, event, at),
            // A whole reply brings those of its text with the reasoning.
            ...(event.tokens && { tokens: [...(reply.tokens ?? []), ...event.tokens] }),
            reasoning: reply.reasoning + event.text,
          }
        : reply
    case 'usage':
      return { ...reply, usage: event.usage }
    case 'finished':
      return { ...reply, state: 'done', finishReason: event.reasons[0] ?? 'stop' }
    case 'failed':
      return {
        ...reply,
        state: 'failed',
        failure: event.error,
        refusedWith: event.status ?? null,
        retryAt: event.retryAt ?? null,
      }
    default:
      return unreachable(event)
  }
}

function timed(
  reply: Reply,
  { pieces = 1, arrived }: Extract<ChatEvent, { type: 'text' | 'reasoning' | 'tool' }>,
  at: number,
): Reply {
  const first = arrived?.first ?? at
  const last = arrived?.last ?? at
  const deltas = reply.deltas + pieces
  const begun = reply.progress ?? recordProgress([], { at: first, pieces: 1 })
  return {
    ...reply,
    state: 'streaming',
    firstDeltaAt: reply.firstDeltaAt ?? first,
    lastDeltaAt: last,
    deltas,
    progress: recordProgress(begun, { at: last, pieces: deltas }),
  }
}

function withPiece(calls: readonly ToolCall[], { index, id, name, arguments: more = '' }: ToolPiece): ToolCall[] {
  const begun = calls.find((call) => call.index === index) ?? { index, id: '', name: '', arguments: '' }
  const grown = { index, id: id ?? begun.id, name: name ?? begun.name, arguments: begun.arguments + more }
  return calls.includes(begun) ? calls.map((call) => (call === begun ? grown : call)) : [...calls, grown]
}
