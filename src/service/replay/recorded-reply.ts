import { z } from 'zod'
import type { ChatEvent } from '#contract/chat-event.ts'
import { type ChatCompletion, finishReason, usage } from '#contract/chat.ts'
import { parseJson } from '#contract/json.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'

const record = z.record(z.string(), z.unknown())
const extra = z.object({ chunk: record.optional(), choice: record.optional(), delta: record.optional() })
const piece = { choice: z.int(), extra: extra.optional() }
const byChoice = z.string().regex(/^\d+$/)

const recordedEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), ...piece, text: z.string() }),
  z.object({ type: z.literal('reasoning'), ...piece, text: z.string() }),
  z.object({
    type: z.literal('tool'),
    ...piece,
    index: z.int(),
    id: z.string().optional(),
    name: z.string().optional(),
    arguments: z.string().optional(),
  }),
  z.object({ type: z.literal('usage'), usage }),
  z.object({
    type: z.literal('finished'),
    reasons: z.record(byChoice, finishReason),
    extra: extra.optional(),
    choiceExtras: z.record(byChoice, extra).optional(),
  }),
])
type RecordedEvent = z.infer<typeof recordedEvent>

/** The version changes with the form of the events, so that an older service's entry counts as damaged. */
const recordedReply = z.object({ version: z.literal(1), events: z.array(recordedEvent) })

/** Collects the events of one reply. Consecutive pieces are merged, since a hit is sent at once. */
export class ReplyRecording {
  readonly #events: RecordedEvent[] = []
  readonly #maxLength: number
  #length = 0
  #isUsable = true
  #isFinished = false

  /** Longer replies are not kept. In characters of JSON. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  add(events: readonly ChatEvent[]): void {
    for (const event of events) if (this.#isUsable && !this.#isFinished) this.#take(event)
  }

  /** The reply as JSON; undefined unless it is complete and short enough. */
  get text(): string | undefined {
    if (!this.#isUsable || !this.#isFinished) return undefined
    const text = JSON.stringify({ version: 1, events: this.#events } satisfies z.infer<typeof recordedReply>)
    return text.length > this.#maxLength ? undefined : text
  }

  #take(event: ChatEvent): void {
    if (event.type === 'failed') return this.#discard()
    // Its values are the engine's own; each reply gets new ones.
    if (event.type === 'started') return
    const last = this.#events.at(-1)
    const merged = last && merge(last, event)
    if (merged) this.#events[this.#events.length - 1] = merged
    else this.#events.push(event)
    this.#length += merged ? addedLength(event) : JSON.stringify(event).length
    this.#isFinished = event.type === 'finished'
    // A reply that is too long must not be held until its end.
    if (this.#length > this.#maxLength) this.#discard()
  }

  #discard(): void {
    this.#isUsable = false
    this.#events.length = 0
  }
}

/** Both pieces in one, if they continue the same text and nothing in between is lost. */
function merge(last: RecordedEvent, next: RecordedEvent): RecordedEvent | undefined {
  if (!('choice' in last) || !('choice' in next) || last.choice !== next.choice) return undefined
  // Readers add up the extra fields of choices and deltas, such as log probabilities; those of chunks replace each other.
  if (last.extra !== next.extra || last.extra?.choice || last.extra?.delta) return undefined
  if (last.type === 'tool') {
    // An id or a name opens another call.
    if (next.type !== 'tool' || last.index !== next.index || next.id !== undefined || next.name !== undefined)
      return undefined
    return { ...last, arguments: `${last.arguments ?? ''}${next.arguments ?? ''}` }
  }
  return last.type === next.type ? { ...last, text: last.text + next.text } : undefined
}

function addedLength(event: RecordedEvent): number {
  if (event.type === 'tool') return event.arguments?.length ?? 0
  return 'text' in event ? event.text.length : 0
}

/** The events of a reply that came as a whole. */
export function eventsOf(completion: ChatCompletion): readonly ChatEvent[] {
  const decoder = createChatDecoder()
  return [...decoder.feed(JSON.stringify(completion)), ...decoder.end()]
}

/** Reads a kept reply. Undefined if it is damaged or incomplete: it comes from outside. */
export function readRecording(text: string): readonly ChatEvent[] | undefined {
  const { data } = recordedReply.safeParse(parseJson(text))
  return data?.events.at(-1)?.type === 'finished' ? data.events : undefined
}
