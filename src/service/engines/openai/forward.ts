import type { ErrorDetail } from '#contract/errors.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import { readErrorDetail } from '#dialects/errors.ts'
import type { ForwardCall, ForwardedAnswer, ForwardedKind } from '#service/engines/engine.ts'
import { ServiceError, refusalOf, refuse } from '#service/service-error.ts'
import { type Deadlines, type Watchdog, createWatchdog } from './deadlines.ts'
import { createRedactor } from './redactor.ts'
import { refusalOfAnswer } from './refusals.ts'
import { contentTypeOf, kindOfAnswer } from './forwarded-kind.ts'
import { disconnected, timedOut, unreachable } from './upstream.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface ForwardRequest {
  method: 'POST'
  headers: Record<string, string>
  body: string | ReadableStream<Uint8Array>
  signal: AbortSignal
  redirect: 'manual'
  /** Needed for a body that is a stream. */
  duplex: 'half'
}

/** The part of `fetch` that forwarding needs. Must neither follow redirects nor buffer bodies. */
export type ForwardFetch = (
  url: string,
  request: ForwardRequest,
) => Promise<Pick<Response, 'status' | 'body'> & { headers: Pick<Headers, 'get'> }>

interface ForwardTarget {
  fetch?: ForwardFetch | undefined
  url: string
  /** The engine's key and headers. */
  headers: Readonly<Record<string, string>>
  deadlines: Deadlines
  secrets: readonly string[]
  /** Removes the secrets from an error. */
  hide: (error: ErrorDetail) => ErrorDetail
}

/** An answer up to this length, in bytes, is checked as a whole before its status is sent. */
const checkedLength = 64 * 1024
/** In bytes. The usage is at the end of an answer, behind vectors and images. */
const tailLength = 2048
/** In characters. The duration is at the beginning of a transcription. */
const headLength = 2048

/**
 * Passes one request on to an endpoint of an engine and waits for the beginning of its answer. Only bytes in transit are
 * held. Rejects with a `ServiceError`, or with the cancellation's reason when the caller has gone.
 */
export async function forwardToEngine(target: ForwardTarget, call: ForwardCall): Promise<ForwardedAnswer> {
  const exchange = new ForwardExchange(target, call)
  try {
    return await exchange.open()
  } catch (reason) {
    exchange.close()
    throw reason
  }
}

class ForwardExchange {
  readonly #target: ForwardTarget
  readonly #call: ForwardCall
  readonly #abort = new AbortController()
  readonly #watchdog: Watchdog
  readonly #onCallerGone: () => void
  /** Why the caller's body ended early: it was too large, or the caller has gone. */
  #bodyFailure: unknown
  #tail = ''
  #head = ''

  constructor(target: ForwardTarget, call: ForwardCall) {
    this.#target = target
    this.#call = call
    this.#watchdog = createWatchdog(() => this.#abort.abort())
    this.#onCallerGone = () => this.#abort.abort(call.cancellation.reason)
  }

  async open(): Promise<ForwardedAnswer> {
    const { cancellation, kinds } = this.#call
    cancellation.throwIfCancelled()
    cancellation.onCancel(this.#onCallerGone)
    const response = await this.#send()
    const source = this.#read(response.body)
    if (response.status < 200 || response.status >= 300) throw await this.#refusal(response, source)
    const kind = kindOfAnswer(response.headers.get('content-type'), kinds)
    const start = await takeStart(source, kind ?? 'json')
    const text = kind === 'audio' ? '' : new TextDecoder().decode(joined(start.chunks))
    this.#check(kind, text, start)
    if (kind === undefined) throw invalidAnswer()
    return {
      kind,
      contentType: contentTypeOf(kind, response.headers.get('content-type')),
      body: this.#pass(start.chunks, source, kind),
      usage: () => usageIn(this.#tail) ?? durationIn(this.#head),
    }
  }

  close(): void {
    this.#watchdog.stop()
    this.#call.cancellation.removeListener(this.#onCallerGone)
    this.#abort.abort()
  }

  async #send() {
    const { url, headers, deadlines, fetch: send = fetch } = this.#target
    const { body, contentType, length } = this.#call
    this.#watchdog.wait(deadlines.firstByteMs)
    try {
      return await send(url, {
        method: 'POST',
        headers: {
          ...headers,
          accept: '*/*',
          'content-type': contentType,
          ...(typeof body !== 'string' && length !== undefined && { 'content-length': String(length) }),
        },
        body: typeof body === 'string' ? body : this.#streamed(body),
        signal: this.#abort.signal,
        redirect: 'manual',
        duplex: 'half',
      })
    } catch (reason) {
      throw this.#explain(isLostConnection(reason) ? disconnected : unreachable)
    }
  }

  /** The caller's body. Every chunk that the engine takes starts the wait for its answer anew. */
  #streamed(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]()
    const { firstByteMs } = this.#target.deadlines
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          // undici takes a first chunk before it connects. An empty one leaves the body untouched, so that it can be sent to
          // another engine.
          controller.enqueue(new Uint8Array())
        },
        pull: async (controller) => {
          this.#watchdog.rest()
          try {
            const step = await iterator.next()
            this.#watchdog.wait(firstByteMs)
            if (step.done === true) controller.close()
            else controller.enqueue(step.value)
          } catch (reason) {
            this.#bodyFailure = reason
            this.#abort.abort()
            controller.error(reason)
          }
        },
        cancel: async () => {
          await iterator.return?.()
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** The answer's chunks. Time that the caller takes to read doesn't count. */
  async *#read(body: ReadableStream<Bytes> | null): AsyncGenerator<Bytes, void, undefined> {
    const reader = body?.getReader()
    try {
      for (;;) {
        const step = await reader?.read()
        this.#watchdog.rest()
        if (step === undefined || step.done) return
        if (step.value.length > 0) yield step.value
        this.#watchdog.wait(this.#target.deadlines.idleMs)
      }
    } catch {
      throw this.#explain(disconnected)
    } finally {
      this.close()
    }
  }

  async #refusal(response: Awaited<ReturnType<ForwardFetch>>, source: AsyncGenerator<Bytes>): Promise<ServiceError> {
    // The status alone is enough, so a body that can't be read counts as empty.
    const start = await takeStart(source, 'json').catch(() => ({ chunks: [] }))
    await source.return(undefined)
    this.#call.cancellation.throwIfCancelled()
    const header = (name: string) => response.headers.get(name)
    const text = new TextDecoder().decode(joined(start.chunks))
    const refusal = refusalOfAnswer({ status: response.status, header }, text)
    return new ServiceError(this.#target.hide(refusal.detail), refusal.status, refusal.headers)
  }

  /** Refuses an answer that isn't what was asked for: an error inside a 200, a page, or half a JSON value. */
  #check(kind: ForwardedKind | undefined, text: string, { chunks, isWhole }: Start): void {
    if (kind === 'events' || kind === 'audio') {
      if (chunks.length === 0) throw invalidAnswer()
      return
    }
    const json = isWhole && text.trimStart().startsWith('{') ? parseJson(text) : undefined
    const error = isRecord(json) && isError(json) ? readErrorDetail(json) : undefined
    if (error) throw refusalOf(this.#target.hide(error))
    if (kind === 'json' && !(isWhole ? isRecord(json) : text.trimStart().startsWith('{'))) throw invalidAnswer()
    if (kind === 'text' && /^\s*<(?:!doctype|html)/iu.test(text)) throw invalidAnswer()
  }

  /** The whole answer, without our secrets. A JSON value that ends early is an error. */
  async *#pass(start: readonly Bytes[], source: AsyncGenerator<Bytes>, kind: ForwardedKind): AsyncGenerator<Bytes> {
    // Sound can't be searched for text.
    const redact = createRedactor(kind === 'audio' ? [] : this.#target.secrets.filter(isLong))
    const decoder = new TextDecoder()
    const pass = (chunk: Bytes): Bytes => {
      if (kind !== 'audio') this.#tail = (this.#tail + decoder.decode(chunk.slice(-tailLength))).slice(-tailLength)
      if (kind === 'json' && this.#head.length < headLength) this.#head += decoder.decode(chunk.slice(0, headLength))
      return redact(chunk, false)
    }
    try {
      for (const chunk of start) yield pass(chunk)
      for await (const chunk of source) {
        const passed = pass(chunk)
        if (passed.length > 0) yield passed
      }
      const rest = redact(new Uint8Array(), true)
      if (rest.length > 0) yield rest
      if (kind === 'json' && !this.#tail.trimEnd().endsWith('}')) throw disconnected()
    } finally {
      this.close()
    }
  }

  #explain(otherwise: () => ServiceError): unknown {
    const { cancellation } = this.#call
    if (cancellation.isCancelled) return cancellation.reason
    if (this.#bodyFailure !== undefined) return this.#bodyFailure
    return this.#watchdog.expired ? timedOut() : otherwise()
  }
}

interface Start {
  chunks: Bytes[]
  isWhole: boolean
}

/** The first chunks: one of sound or events, which are heard and read at once, of anything else up to `checkedLength`. */
async function takeStart(source: AsyncGenerator<Bytes>, kind: ForwardedKind): Promise<Start> {
  const chunks: Bytes[] = []
  let length = 0
  const needed = kind === 'audio' || kind === 'events' ? 1 : checkedLength
  while (length < needed) {
    const step = await source.next()
    if (step.done === true) return { chunks, isWhole: true }
    chunks.push(step.value)
    length += step.value.length
  }
  return { chunks, isWhole: false }
}

function joined(chunks: readonly Bytes[]): Bytes {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** Shorter keys are often words, such as `lm-studio`, which an answer may contain for its own reasons. */
function isLong({ length }: string): boolean {
  return length >= 16
}

/** An answer may contain `error: null`. */
function isError({ error }: JsonRecord): boolean {
  return error !== undefined && error !== null
}

const usagePattern = /"usage"\s*:\s*(\{(?:[^{}]|\{[^{}]*\})*\})/u

/** The last `usage` of a text, if it is whole. */
function usageIn(tail: string): JsonRecord | undefined {
  const at = tail.lastIndexOf('"usage"')
  const usage = at < 0 ? undefined : parseJson(usagePattern.exec(tail.slice(at))?.[1] ?? '')
  return isRecord(usage) ? usage : undefined
}

/** The `duration` of a transcription, in the form of a usage. Within texts, quotes are escaped. */
function durationIn(head: string): JsonRecord | undefined {
  const seconds = Number(/"duration"\s*:\s*"?(\d+(?:\.\d+)?)/u.exec(head)?.[1] ?? NaN)
  return Number.isFinite(seconds) ? { type: 'duration', seconds } : undefined
}

/** Whether there was a connection. Node names the reason; other hosts don't. */
function isLostConnection(reason: unknown): boolean {
  const cause = reason instanceof Error ? reason.cause : undefined
  const code = isRecord(cause) ? cause['code'] : undefined
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

function invalidAnswer(): ServiceError {
  return refuse(
    'upstream_invalid',
    'The engine’s answer isn’t what this endpoint returns. Ask the operator to check the engine’s base URL.',
  )
}
