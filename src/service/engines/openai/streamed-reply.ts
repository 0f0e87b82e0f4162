import type { ChatEvent } from '#contract/chat-event.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { createReplyDecoder } from '#dialects/reply-decoder.ts'
import { ServiceError } from '#service/service-error.ts'
import type { TextReader } from './transport.ts'
import type { Upstream } from './upstream.ts'

type Batch = readonly ChatEvent[]

const done: IteratorResult<Batch> = { done: true, value: undefined }

/**
 * Reads the answer to a streamed request as events. Always ends in `finished` or `failed`; throws only when the caller
 * has gone. A class that is its own iterator, with one promise per wait: thousands of streams are open at once.
 */
export class StreamedReply implements AsyncIterableIterator<Batch>, TextReader {
  readonly #upstream: Pick<Upstream, 'text' | 'leaveRest'>
  readonly #redact: (error: ErrorDetail) => ErrorDetail
  readonly #decoder = createReplyDecoder()
  #isDone = false
  #resolve: ((step: IteratorResult<Batch>) => void) | undefined
  #reject: ((reason: unknown) => void) | undefined

  /** `redact` removes secrets from an error before it is passed on. */
  constructor(upstream: Pick<Upstream, 'text' | 'leaveRest'>, redact: (error: ErrorDetail) => ErrorDetail) {
    this.#upstream = upstream
    this.#redact = redact
  }

  next(): Promise<IteratorResult<Batch>> {
    if (this.#isDone) return Promise.resolve(done)
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#upstream.text.pull(this)
    })
  }

  async return(): Promise<IteratorResult<Batch>> {
    this.#isDone = true
    this.#upstream.text.cancel()
    return done
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  onChunk(text: string): void {
    this.#settle(() => {
      const events = this.#decoder.feed(text)
      return this.#decoder.ended ? this.#finish(events) : events
    })
  }

  onEnd(): void {
    this.#settle(() => this.#finish(this.#decoder.end()))
  }

  onError(reason: unknown): void {
    this.#settle(() => {
      if (!(reason instanceof ServiceError)) throw reason
      // An engine that stalls after the last token has lost nothing.
      return this.#finish(this.#decoder.whole ? this.#decoder.end() : [{ type: 'failed', error: reason.detail }])
    })
  }

  /** Resolves the waiting `next()` with the events, or pulls more text when there are none. */
  #settle(read: () => Batch): void {
    let events: Batch
    try {
      events = read()
    } catch (reason) {
      this.#reject?.(reason)
      return
    }
    if (events.length > 0) this.#resolve?.({ done: false, value: events })
    else if (this.#isDone) this.#resolve?.(done)
    else this.#upstream.text.pull(this)
  }

  #finish(events: ChatEvent[]): Batch {
    this.#isDone = true
    if (events.at(-1)?.type === 'finished') this.#upstream.leaveRest()
    else this.#upstream.text.cancel()
    return events.map((event) => (event.type === 'failed' ? { ...event, error: this.#redact(event.error) } : event))
  }
}
