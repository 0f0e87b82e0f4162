import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { plainText } from '#contract/plain-text.ts'
import { readErrorDetail } from '#dialects/errors.ts'
import { CancellationToken } from '#service/cancellation.ts'
import { ServiceError, detailUnder, isAboutOurKey, refuse } from '#service/service-error.ts'
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

/** An engine's answer: status and headers are there, the body comes as text. */
export interface Upstream {
  readonly status: number
  header(name: string): string | null
  /**
   * The body. It breaks with a `ServiceError` when the engine stalls or breaks off, and with the stop's reason when the
   * caller has gone. Leaving it closes the exchange.
   */
  readonly text: TextSource
  /** The whole body, where all of it is there by now and none was read: a short answer costs no turn for each piece. */
  whole(): string | undefined
  /** Says that everything of interest has come: the exchange may end in peace, which lets its connection be used again. */
  leaveRest(): void
}

/** How long an engine may take to end a reply after its last word, in milliseconds. */
const endingMs = 1000

/**
 * Sends one request to an engine, within its deadlines. Rejects with a `ServiceError` (`upstream_unreachable`,
 * `upstream_cut`, `upstream_timeout`), or with the stop's reason when the caller has gone.
 */
export function openUpstream(
  transport: Transport,
  request: Omit<TransportRequest, 'cancellation'>,
  caller: CancellationToken,
  deadlines: Deadlines,
): Promise<Upstream> {
  return new UpstreamExchange(caller, deadlines).open(transport, request)
}

/** One object an exchange, for there are thousands at a time. */
class UpstreamExchange implements Upstream, TextSource, TextReader {
  status = 0
  readonly #caller: CancellationToken
  readonly #deadlines: Deadlines
  readonly #exchange = new CancellationToken()
  readonly #watchdog: Watchdog
  readonly #leave: () => void
  #answer: TransportResponse | undefined
  #body: TextSource | undefined
  /** Who waits for the next piece. */
  #reader: TextReader | undefined
  #isOver = false

  constructor(caller: CancellationToken, deadlines: Deadlines) {
    this.#caller = caller
    this.#deadlines = deadlines
    const exchange = this.#exchange
    this.#leave = () => exchange.cancel(caller.reason)
    this.#watchdog = createWatchdog(() => exchange.cancel())
  }

  async open(
    transport: Transport,
    { method, url, headers, body }: Omit<TransportRequest, 'cancellation'>,
  ): Promise<Upstream> {
    this.#caller.throwIfCancelled()
    this.#caller.onCancel(this.#leave)
    this.#watchdog.wait(this.#deadlines.firstByteMs)
    const cancellation = this.#exchange
    try {
      this.#answer = await transport(
        body === undefined ? { method, url, headers, cancellation } : { method, url, headers, cancellation, body },
      )
    } catch (reason) {
      this.#close()
      throw this.#explain(reason instanceof ConnectionLost ? brokenOff : unreachable)
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
    const reader = this.#taken()
    // Nobody reads what comes after the last word.
    if (!reader) return this.#body?.pull(this)
    this.#watchdog.rest()
    reader.onChunk(text)
  }

  onEnd(): void {
    this.#isOver = true
    this.#close()
    this.#taken()?.onEnd()
  }

  onError(): void {
    this.#close()
    this.#taken()?.onError(this.#explain(brokenOff))
  }

  cancel(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#close()
    this.#exchange.cancel()
  }

  leaveRest(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (!this.#body) return this.#close()
    this.#watchdog.wait(endingMs)
    this.#body.pull(this)
  }

  #taken(): TextReader | undefined {
    const reader = this.#reader
    this.#reader = undefined
    return reader
  }

  #close(): void {
    this.#watchdog.stop()
    this.#caller.removeListener(this.#leave)
  }

  #explain(otherwise: () => ServiceError): unknown {
    if (this.#caller.isCancelled) return this.#caller.reason
    return this.#watchdog.expired ? tooLate() : otherwise()
  }
}

/** The whole body as one text. Throws a `ServiceError` when it is longer than `limit` characters. */
export async function readAll(upstream: Pick<Upstream, 'text' | 'whole'>, limit: number): Promise<string> {
  const all = upstream.whole() ?? (await readAllText(upstream.text, limit))
  if (all !== undefined && all.length <= limit) return all
  throw refuse(
    'upstream_invalid',
    'The engine’s answer is too long to be read. Ask for a shorter reply, or check that the engine’s base URL is right.',
  )
}

function unreachable(): ServiceError {
  return refuse('upstream_unreachable', 'The engine cannot be reached. See that it is running, then try again.')
}

function brokenOff(): ServiceError {
  return refuse('upstream_cut', 'The reply was cut: the connection to the engine broke. Try again.')
}

function tooLate(): ServiceError {
  return refuse('upstream_timeout', 'The engine took too long to answer. Try again, or choose a faster model.')
}

const longestPlainMessage = 300

/**
 * What an engine's answer other than 2xx means to our caller: a mistake of the caller's keeps its status and words, a
 * refusal of our own key and every failure becomes a 502, and a redirect is never followed.
 */
export function refusalOfAnswer(answer: Pick<Upstream, 'status' | 'header'>, body: string): ServiceError {
  const { status } = answer
  if (isAboutOurKey(status)) {
    return refuse(
      'upstream_refused',
      'The engine refused this service’s own key. Whoever runs the service must check the engine’s key.',
    )
  }
  // 0 is what browsers show of a redirect.
  if (status < 400) {
    return refuse(
      'upstream_invalid',
      'The engine redirects elsewhere, which is not followed. Whoever runs the service must correct its base URL.',
    )
  }
  const told = readErrorDetail(parseJson(body)) ?? plainDetail(status, body)
  const shown = status >= 500 ? 502 : status
  const canWait = shown === 502 || shown === 429
  return new ServiceError(detailUnder(shown, told), shown, canWait ? retryHeaders(answer) : {})
}

function plainDetail(status: number, body: string): ErrorDetail {
  const text = body.trim()
  const isReadable = text !== '' && text.length <= longestPlainMessage && !text.startsWith('<')
  const unexplained = `The engine answered with status ${status} and no explanation. Its own log may tell why.`
  return errorOf('upstream_error', isReadable ? plainText(text, longestPlainMessage) : unexplained)
}

function retryHeaders(answer: Pick<Upstream, 'header'>): Record<string, string> {
  return Object.fromEntries(
    ['retry-after', 'retry-after-ms'].flatMap((name) => {
      const value = answer.header(name)
      return value !== null && /^[\w ,:.+-]{1,64}$/.test(value) ? [[name, value]] : []
    }),
  )
}
