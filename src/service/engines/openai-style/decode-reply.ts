import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion, readCompletion, type CompletionIdentity, type CompletionResult } from '#contract/completion.ts'
import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { createChatDecoder } from '#contract/sse.ts'
import { ServiceError } from '#service/service-error.ts'
import type { Upstream } from './upstream.ts'

type Batch = readonly ChatEvent[]

const page = errorOf(
  'upstream_invalid',
  'The engine answered with a web page, not with a reply. Check that its base URL is right.',
)

const tooLong = errorOf('upstream_invalid', 'The engine’s answer is too long to be read. Ask for a shorter reply.')

/** In characters; bounds what an engine that never ends can make us hold. */
export const longestReply = 64 * 1024 * 1024

/**
 * The events of an answer to a streamed request, whatever its content type claims: a stream, or a whole completion where
 * the engine does not stream. Always ends in `finished` or `failed`; throws only when the caller has gone.
 * `tidy` has the last word on an error.
 */
export function decodeStream(
  { text, leaveRest }: Pick<Upstream, 'text' | 'leaveRest'>,
  identity: CompletionIdentity,
  tidy: (error: ErrorDetail) => ErrorDetail,
): AsyncIterableIterator<Batch> {
  const decoder = createChatDecoder()
  let head = ''
  let kind: ReturnType<typeof kindOf>
  let isOver = false

  function take(piece: string): Batch {
    let fresh = piece
    if (kind !== 'stream') {
      // Blanks before the answer mean nothing, and some servers send them for as long as they are busy.
      head = kind ? head + piece : piece
      kind ??= kindOf(piece)
      if (kind === 'page') return last([{ type: 'failed', error: page }])
      if (head.length > longestReply) return last([{ type: 'failed', error: tooLong }])
      if (kind !== 'stream') return []
      fresh = head
    }
    const events = decoder.feed(fresh)
    return decoder.ended ? last(events) : events
  }

  function breakOff(reason: unknown): Batch {
    if (!(reason instanceof ServiceError)) throw reason
    // What stalled after the last word has lost nothing.
    return last(decoder.whole ? decoder.end() : [{ type: 'failed', error: reason.detail }])
  }

  function last(events: ChatEvent[]): Batch {
    isOver = true
    if (events.at(-1)?.type === 'finished') leaveRest()
    else void text.return()
    return events.map((event) => (event.type === 'failed' ? { ...event, error: tidy(event.error) } : event))
  }

  // No generator: it would cost every piece of every reply several more turns of the microtask queue.
  const batches: AsyncIterableIterator<Batch> = {
    async next() {
      while (!isOver) {
        let events: Batch
        try {
          const step = await text.next()
          if (step.done !== true) events = take(step.value)
          else events = last(kind === 'stream' ? decoder.end() : eventsOfWhole(head, identity))
        } catch (reason) {
          events = breakOff(reason)
        }
        if (events.length > 0) return { done: false, value: events }
      }
      return { done: true, value: undefined }
    },
    async return() {
      isOver = true
      await text.return()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => batches,
  }
  return batches
}

/** What an answer to a single request amounts to, whatever its content type claims. */
export async function decodeWhole(text: string, identity: CompletionIdentity): Promise<CompletionResult> {
  switch (kindOf(text)) {
    case 'page':
      return { error: page }
    case 'stream': {
      const decoder = createChatDecoder()
      return foldCompletion([[...decoder.feed(text), ...decoder.end()]], identity)
    }
    case 'json':
    case undefined:
      return readCompletion(parseJson(text), identity)
  }
}

/** A completion is a chunk with `message` for `delta`, so the decoder reads it as a stream of one. */
function eventsOfWhole(text: string, identity: CompletionIdentity): ChatEvent[] {
  const value = parseJson(text)
  const result = readCompletion(value, identity)
  if ('error' in result) return [{ type: 'failed', error: result.error }]
  const decoder = createChatDecoder()
  return [...decoder.feed(`data: ${JSON.stringify(value)}\n\n`), ...decoder.feed('data: [DONE]\n\n')]
}

/** Told by the first character that is not blank, since content types cannot be trusted; undefined while there is none. */
function kindOf(text: string): 'json' | 'page' | 'stream' | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0]
  if (first === undefined) return undefined
  if (first === '{') return 'json'
  return first === '<' ? 'page' : 'stream'
}
