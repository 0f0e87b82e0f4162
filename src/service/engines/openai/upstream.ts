import type { ChatEvent } from '#contract/chat-event.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { type ChatDecoder, createChatDecoder } from '#dialects/chat-decoder.ts'
import { CancellationToken } from '#service/cancellation.ts'
import { ServiceError, refuse } from '#service/service-error.ts'
import { type Deadlines, type Watchdog, createWatchdog } from './deadlines.ts'
import {
  ConnectionLost,
  type TextReader,
  type TextSource,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  readAllText,
} from './transport.ts'

/** An engine's answer: status and headers have arrived, the body follows as text. */
export interface Upstream {
  readonly status: number
  header(name: string): string | null
  /**
   * The body. Fails with a `ServiceError` when the engine stalls or disconnects, and with the cancellation's reason when
   * the caller has gone. Cancelling it closes the connection.
   */
  readonly text: TextSource
  /** The whole body, if all of it has arrived and nothing was read yet. Saves a short answer a wait per chunk. */
  whole(): string | undefined
  /** Call when the rest of the body is of no interest. It is drained, so that the connection can be reused. */
  drain(): void
}

/** How long an engine may take to end a response after the last token, in milliseconds. */
const drainMs = 1000

/**
 * Sends one request to an engine, within its deadlines. Rejects with a `ServiceError` (`upstream_unreachable`,
 * `upstream_cut`, `upstream_timeout`), or with the cancellation's reason when the caller has gone.
 */
export function openUpstream(
  transport: Transport,
  request: Omit<TransportRequest, 'cancellation'>,
  caller: CancellationToken,
  deadlines: Deadlines,
): Promise<Upstream> {
  return new UpstreamExchange(caller, deadlines).open(transport, request)
}

/** One object per exchange: there are thousands at a time. */
class UpstreamExchange implements Upstream, TextSource, TextReader {
  status = 0
  readonly #caller: CancellationToken
  readonly #deadlines: Deadlines
  readonly #exchange = new CancellationToken()
  readonly #watchdog: Watchdog
  readonly #onCallerGone: () => void
  #answer: TransportResponse | undefined
  #body: TextSource | undefined
  /** Waits for the next chunk. */
  #reader: TextReader | undefined
  #isOver = false

  constructor(caller: CancellationToken, deadlines: Deadlines) {
    this.#caller = caller
    this.#deadlines = deadlines
    const exchange = this.#exchange
    this.#onCallerGone = () => exchange.cancel(caller.reason)
    this.#watchdog = createWatchdog(() => exchange.cancel())
  }

  async open(
    transport: Transport,
    { method, url, headers, body }: Omit<TransportRequest, 'cancellation'>,
  ): Promise<Upstream> {
    this.#caller.throwIfCancelled()
    this.#caller.onCancel(this.#onCallerGone)
    this.#watchdog.wait(this.#deadlines.firstByteMs)
    const cancellation = this.#exchange
    try {
      this.#answer = await transport(
        body === undefined ? { method, url, headers, cancellation } : { method, url, headers, cancellation, body },
      )
    } catch (reason) {
      this.#close()
      throw this.#explain(reason instanceof ConnectionLost ? disconnected : unreachable)
    }
    this.status = this.#answer.status
    return this
  }

  whole(): string | undefined {
    if (this.#body || this.#isOver) return undefined
    const whole = this.#answer?.whole?.()
    if (whole === undefined) return undefined
    this.#isOver = true
    this.#close()
    return whole
  }

  header(name: string): string | null {
    return this.#answer?.header(name) ?? null
  }

  get text(): TextSource {
    return this
  }

  pull(reader: TextReader): void {
    if (this.#isOver) return reader.onEnd()
    if (this.#body) this.#watchdog.wait(this.#deadlines.idleMs)
    else this.#body = this.#answer?.text
    this.#reader = reader
    this.#body?.pull(this)
  }

  onChunk(text: string): void {
    const reader = this.#takeReader()
    // The rest is being drained.
    if (!reader) return this.#body?.pull(this)
    this.#watchdog.rest()
    reader.onChunk(text)
  }

  onEnd(): void {
    this.#isOver = true
    this.#close()
    this.#takeReader()?.onEnd()
  }

  onError(): void {
    this.#close()
    this.#takeReader()?.onError(this.#explain(disconnected))
  }

  cancel(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#close()
    this.#exchange.cancel()
  }

  drain(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (!this.#body) return this.#close()
    this.#watchdog.wait(drainMs)
    this.#body.pull(this)
  }

  #takeReader(): TextReader | undefined {
    const reader = this.#reader
    this.#reader = undefined
    return reader
  }

  #close(): void {
    this.#watchdog.stop()
    this.#caller.removeListener(this.#onCallerGone)
  }

  #explain(otherwise: () => ServiceError): unknown {
    if (this.#caller.isCancelled) return this.#caller.reason
    return this.#watchdog.expired ? timedOut() : otherwise()
  }
}

/** Reads the whole body. Throws a `ServiceError` when it is longer than `limit` characters. */
export async function readAll(upstream: Pick<Upstream, 'text' | 'whole'>, limit: number): Promise<string> {
  const all = upstream.whole() ?? (await readAllText(upstream.text, limit))
  if (all !== undefined && all.length <= limit) return all
  throw refuse(
    'upstream_invalid',
    'The engine’s response is too large. Ask for a shorter reply, or check that the engine’s base URL is right.',
  )
}

type Batch = readonly ChatEvent[]

const done: IteratorResult<Batch> = { done: true, value: undefined }

/**
 * Reads the answer to a streamed request as events. Always ends in `finished` or `failed`; throws only when the caller
 * has gone. A class that is its own iterator, with one promise per wait: thousands of streams are open at once.
 */
export class StreamedReply implements AsyncIterableIterator<Batch>, TextReader {
  readonly #upstream: Pick<Upstream, 'text' | 'drain'>
  readonly #redact: (error: ErrorDetail) => ErrorDetail
  readonly #decoder: ChatDecoder
  #isDone = false
  #resolve: ((step: IteratorResult<Batch>) => void) | undefined
  #reject: ((reason: unknown) => void) | undefined

  /** `redact` removes secrets from an error before it is passed on. */
  constructor(
    upstream: Pick<Upstream, 'text' | 'drain'>,
    redact: (error: ErrorDetail) => ErrorDetail,
    decoder: ChatDecoder = createChatDecoder(),
  ) {
    this.#upstream = upstream
    this.#redact = redact
    this.#decoder = decoder
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
    if (events.at(-1)?.type === 'finished') this.#upstream.drain()
    else this.#upstream.text.cancel()
    return events.map((event) => (event.type === 'failed' ? { ...event, error: this.#redact(event.error) } : event))
  }
}

export function unreachable(): ServiceError {
  return refuse('upstream_unreachable', 'The engine can’t be reached. Check that it is running, then try again.')
}

export function disconnected(): ServiceError {
  return refuse('upstream_cut', 'The connection to the engine was lost before the reply finished. Try again.')
}

export function timedOut(): ServiceError {
  return refuse('upstream_timeout', 'The engine took too long to answer. Try again, or choose a faster model.')
}
