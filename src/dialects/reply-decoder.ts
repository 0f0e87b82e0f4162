import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { type ChatDecoder, createChatDecoder } from './chat-decoder.ts'
import { type CompletionIdentity, type CompletionResult, foldCompletion, readCompletion } from './completion.ts'

/** In characters. Limits how much an engine that never ends can make us hold. */
export const maxReplyLength = 64 * 1024 * 1024

const webPage = errorOf(
  'upstream_invalid',
  'The engine answered with a web page, not with a reply. Check that its base URL is right.',
)
const cut = errorOf(
  'upstream_cut',
  'The engine’s answer ends before it is complete. Try again, or check the engine’s log.',
)
const tooLong = errorOf('upstream_invalid', 'The engine’s answer is too long to be read. Ask for a shorter reply.')

/**
 * Decodes the answer to a streamed request in whatever form the server sends it: an event stream, or one JSON completion
 * from a server that ignores `stream: true`. A web page is an error. Content types are often wrong, so the first
 * character decides.
 */
export function createReplyDecoder(): ChatDecoder {
  return new ReplyDecoder()
}

/** A class for the same reason as the stream decoder: thousands exist at once. */
class ReplyDecoder implements ChatDecoder {
  readonly #stream = createChatDecoder()
  #form: ReplyForm | undefined
  /** The text so far, while it isn't known to be a stream. */
  #head = ''
  #hasFailed = false

  get ended(): boolean {
    return this.#hasFailed || this.#stream.ended
  }

  get whole(): boolean {
    return this.#stream.whole
  }

  feed(text: string): ChatEvent[] {
    if (this.#form === 'stream') return this.#stream.feed(text)
    if (this.ended) return []
    // Leading whitespace is dropped: some servers send it as long as they are busy.
    const head = this.#form ? this.#head + text : text
    this.#form ??= formOf(text)
    this.#head = this.#form === 'json' ? head : ''
    if (this.#form === 'page') return this.#fail(webPage)
    if (head.length > maxReplyLength) return this.#fail(tooLong)
    return this.#form === 'stream' ? this.#stream.feed(head) : []
  }

  end(): ChatEvent[] {
    if (this.#hasFailed) return []
    if (this.#form === 'stream' || this.#stream.ended) return this.#stream.end()
    const json = this.#head
    this.#head = ''
    const error = errorIn(json)
    if (error) return this.#fail(error)
    // A completion is a chunk with `message` instead of `delta`, so the decoder reads it as a stream of one frame. That
    // has to be a single line; JSON has line breaks only between its tokens.
    return [
      ...this.#stream.feed(`data: ${json.replaceAll(/[\r\n]+/g, ' ')}\n\n`),
      ...this.#stream.feed('data: [DONE]\n\n'),
    ]
  }

  #fail(error: ErrorDetail): ChatEvent[] {
    this.#hasFailed = true
    this.#head = ''
    return [{ type: 'failed', error }]
  }
}

/** Reads the answer to a request for a single reply in whatever form the engine sends it, including a stream. */
export function readWholeReply(
  text: string,
  identity: CompletionIdentity,
): CompletionResult | Promise<CompletionResult> {
  switch (formOf(text)) {
    case 'page':
      return { error: webPage }
    case 'stream': {
      const decoder = createChatDecoder()
      return foldCompletion([[...decoder.feed(text), ...decoder.end()]], identity)
    }
    case 'json':
    case undefined:
      return readJsonReply(text, identity)
  }
}

function readJsonReply(text: string, identity: CompletionIdentity): CompletionResult {
  const value = parseJson(text)
  // Without a content length, a connection that breaks looks like the end of the answer.
  if (value === undefined && formOf(text) === 'json' && !text.trimEnd().endsWith('}')) return { error: cut }
  return readCompletion(value, identity)
}

function errorIn(json: string): ErrorDetail | undefined {
  const result = readJsonReply(json, { id: '', created: 0, model: '' })
  return 'error' in result ? result.error : undefined
}

type ReplyForm = 'json' | 'page' | 'stream'

/** The form of an answer by its first character that isn't whitespace; undefined while there is none. */
function formOf(text: string): ReplyForm | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0]
  if (first === undefined) return undefined
  if (first === '{') return 'json'
  return first === '<' ? 'page' : 'stream'
}
