import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion, readCompletion, type CompletionIdentity, type CompletionResult } from '#contract/completion.ts'
import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { createChatDecoder } from '#contract/sse.ts'
import { ServiceError } from '#service/service-error.ts'
import type { Upstream } from './upstream.ts'

const page = errorOf(
  'upstream_invalid',
  'The engine answered with a web page, not with a reply. Check that its base URL is right.',
)

/**
 * The events of an answer to a streamed request, whatever its content type claims: a stream, or a whole completion where
 * the engine does not stream. Always ends in `finished` or `failed`; throws only when the caller has gone.
 * `tidy` has the last word on an error.
 */
export async function* decodeStream(
  text: Upstream['text'],
  identity: CompletionIdentity,
  tidy: (error: ErrorDetail) => ErrorDetail,
): AsyncGenerator<readonly ChatEvent[], void> {
  const tidied = (events: ChatEvent[]) =>
    events.map((event) => (event.type === 'failed' ? { ...event, error: tidy(event.error) } : event))
  const decoder = createChatDecoder()
  let head = ''
  let isStream = false
  try {
    for await (const piece of text) {
      let fresh = piece
      if (!isStream) {
        head += piece
        const kind = kindOf(head)
        if (kind === 'page') {
          yield [{ type: 'failed', error: page }]
          return
        }
        if (kind !== 'stream') continue
        isStream = true
        fresh = head
      }
      const events = decoder.feed(fresh)
      if (events.length > 0) yield decoder.ended ? tidied(events) : events
      if (decoder.ended) return
    }
    yield tidied(isStream ? decoder.end() : eventsOfWhole(head, identity))
  } catch (reason) {
    if (!(reason instanceof ServiceError)) throw reason
    // What stalled after the last word has lost nothing.
    yield decoder.whole ? tidied(decoder.end()) : [{ type: 'failed', error: reason.detail }]
  }
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
