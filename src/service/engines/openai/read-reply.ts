import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion, readCompletion, type CompletionIdentity, type CompletionResult } from '#dialects/completion.ts'
import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import { ServiceError } from '#service/service-error.ts'
import type { TextReader } from './transport.ts'
import type { Upstream } from './upstream.ts'

type Batch = readonly ChatEvent[]
type Reply = Pick<Upstream, 'text' | 'leaveRest'>
type Tidy = (error: ErrorDetail) => ErrorDetail

const ended: IteratorResult<Batch> = { done: true, value: undefined }

const page = errorOf(
  'upstream_invalid',
  'The engine answered with a web page, not with a reply. Check that its base URL is right.',
)

const cut = errorOf(
  'upstream_cut',
  'The engine’s answer ends before it is complete. Try again, or check the engine’s log.',
)

const tooLong = errorOf('upstream_invalid', 'The engine’s answer is too long to be read. Ask for a shorter reply.')

/** In characters; bounds what an engine that never ends can make us hold. */
export const longestReply = 64 * 1024 * 1024

/**
 * The events of an answer to a streamed request, whatever its content type claims: a stream, or a whole completion where
 * the engine does not stream. Always ends in `finished` or `failed`; throws only when the caller has gone.
 * `tidy` has the last word on an error.
 */
export function decodeStream(upstream: Reply, identity: CompletionIdentity, tidy: Tidy): AsyncIterableIterator<Batch> {
  return new StreamReading(upstream, identity, tidy)
}

/** One object a stream, and one promise while it waits: there are thousands at a time. */
class StreamReading implements AsyncIterableIterator<Batch>, TextReader {
  readonly #upstream: Reply
  readonly #identity: CompletionIdentity
  readonly #tidy: Tidy
  readonly #decoder = createChatDecoder()
  #head = ''
  #kind: ReturnType<typeof kindOf>
  #isOver = false
  #resolve: ((step: IteratorResult<Batch>) => void) | undefined
  #reject: ((reason: unknown) => void) | undefined

  constructor(upstream: Reply, identity: CompletionIdentity, tidy: Tidy) {
    this.#upstream = upstream
    this.#identity = identity
    this.#tidy = tidy
  }

  next(): Promise<IteratorResult<Batch>> {
    if (this.#isOver) return Promise.resolve(ended)
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#upstream.text.pull(this)
    })
  }

  async return(): Promise<IteratorResult<Batch>> {
    this.#isOver = true
    this.#upstream.text.cancel()
    return ended
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  onChunk(text: string): void {
    this.#give(() => this.#take(text))
  }

  onEnd(): void {
    this.#give(() => {
      const isStream = this.#kind === 'stream'
      return this.#last(isStream ? this.#decoder.end() : eventsOfWhole(this.#head, this.#identity))
    })
  }

  onError(reason: unknown): void {
    this.#give(() => {
      if (!(reason instanceof ServiceError)) throw reason
      // What stalled after the last word has lost nothing.
      return this.#last(this.#decoder.whole ? this.#decoder.end() : [{ type: 'failed', error: reason.detail }])
    })
  }

  /** Hands over what is made of what came, or asks for more while that is nothing. */
  #give(make: () => Batch): void {
    let events: Batch
    try {
      events = make()
    } catch (reason) {
      this.#reject?.(reason)
      return
    }
    if (events.length > 0) this.#resolve?.({ done: false, value: events })
    else if (this.#isOver) this.#resolve?.(ended)
    else this.#upstream.text.pull(this)
  }

  #take(piece: string): Batch {
    let fresh = piece
    if (this.#kind !== 'stream') {
      // Blanks before the answer mean nothing, and some servers send them for as long as they are busy.
      this.#head = this.#kind ? this.#head + piece : piece
      this.#kind ??= kindOf(piece)
      if (this.#kind === 'page') return this.#last([{ type: 'failed', error: page }])
      if (this.#head.length > longestReply) return this.#last([{ type: 'failed', error: tooLong }])
      if (this.#kind !== 'stream') return []
      fresh = this.#head
      this.#head = ''
    }
    const events = this.#decoder.feed(fresh)
    return this.#decoder.ended ? this.#last(events) : events
  }

  #last(events: ChatEvent[]): Batch {
    this.#isOver = true
    if (events.at(-1)?.type === 'finished') this.#upstream.leaveRest()
    else this.#upstream.text.cancel()
    return events.map((event) => (event.type === 'failed' ? { ...event, error: this.#tidy(event.error) } : event))
  }
}

/** What an answer to a single request amounts to, whatever its content type claims. */
export function decodeWhole(text: string, identity: CompletionIdentity): CompletionResult | Promise<CompletionResult> {
  switch (kindOf(text)) {
    case 'page':
      return { error: page }
    case 'stream': {
      const decoder = createChatDecoder()
      return foldCompletion([[...decoder.feed(text), ...decoder.end()]], identity)
    }
    case 'json':
    case undefined:
      return readWhole(text, identity)
  }
}

function readWhole(text: string, identity: CompletionIdentity): CompletionResult {
  const value = parseJson(text)
  // Where an answer names no length, the end of a connection that broke looks like the end of the answer.
  if (value === undefined && kindOf(text) === 'json' && !text.trimEnd().endsWith('}')) return { error: cut }
  return readCompletion(value, identity)
}

/** A completion is a chunk with `message` for `delta`, so the decoder reads it as a stream of one. */
function eventsOfWhole(text: string, identity: CompletionIdentity): ChatEvent[] {
  const result = readWhole(text, identity)
  if ('error' in result) return [{ type: 'failed', error: result.error }]
  const decoder = createChatDecoder()
  // On one line, as a frame must be: between JSON's tokens a line break is a blank, and within its texts there is none.
  return [...decoder.feed(`data: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`), ...decoder.feed('data: [DONE]\n\n')]
}

/** Told by the first character that is not blank, since content types cannot be trusted; undefined while there is none. */
function kindOf(text: string): 'json' | 'page' | 'stream' | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0]
  if (first === undefined) return undefined
  if (first === '{') return 'json'
  return first === '<' ? 'page' : 'stream'
}
