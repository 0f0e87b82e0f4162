import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import errors from 'undici/lib/core/errors.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import type { CancellationToken } from '#service/cancellation.ts'
import {
  ConnectionLost,
  type TextReader,
  type TextSource,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '#service/engines/openai/transport.ts'
import { createIncomingText } from './incoming-text.ts'

/** Later than this, in milliseconds, a connection that breaks was no stale one: the engine had begun its work. */
const staleWithinMs = 1000

/**
 * Travels by undici's dispatcher, over kept-alive connections to each origin. undici's own time limits are off, because
 * they would end a slow local model; an exchange is bounded by the engine's deadlines, and its connection by `connectMs`.
 * Redirects are not followed, bodies not unpacked.
 *
 * A kept connection may be closed by the engine just as it is used again. A request that meets this, and sees no answer,
 * is sent once more on a connection of its own (RFC 9110, 9.2.2); nothing else is ever sent twice.
 */
export function createUndiciTransport({ connectMs }: { connectMs: number }): Transport {
  const brokenWhenReused = new WeakSet<Error>()
  function judge(this: Socket, error: Error) {
    if (this.bytesRead > 0) brokenWhenReused.add(error)
  }
  const connectTo = buildConnector({ timeout: connectMs })
  const connect: typeof connectTo = (options, callback) =>
    connectTo(options, (...outcome) => {
      const [, socket] = outcome
      if (socket) {
        socket.prependListener('error', judge)
        // The connector's own listener has heard what it waited for, and holds all it knew for as long as it is there.
        Reflect.apply(socket.off, socket, ['error', socket.listeners('error').at(-1)])
      }
      callback(...outcome)
    })
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect }
  const kept = new Agent(limits)
  const unkept = new Agent({ ...limits, pipelining: 0 })
  const isStale = (reason: Error, sentAt: number) =>
    brokenWhenReused.has(reason) && performance.now() - sentAt <= staleWithinMs
  const road: Road = { kept, unkept, isStale }

  return (request) => new Promise((resolve, reject) => new Receiver(road, request, resolve, reject).send(kept))
}

/** What every exchange shares. */
interface Road {
  kept: Dispatcher
  unkept: Dispatcher
  /** Whether a request that was sent at this time broke because its connection was no longer one. */
  isStale(reason: Error, sentAt: number): boolean
}

/**
 * One object an exchange: it takes what comes, and is the answer. It is a handler of undici's first kind, which is given
 * the bytes of the headers: its second kind takes all of them apart for every answer, and is three more objects.
 */
class Receiver implements Dispatcher.DispatchHandler, TransportResponse, TextSource {
  status = 0
  readonly #incoming = createIncomingText()
  readonly #road: Road
  readonly #stop: CancellationToken
  #request: TransportRequest | undefined
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (reason: unknown) => void
  readonly #leave = () => {
    this.#reject(this.#stop.reason)
    this.#abort()
  }
  readonly #sentAt = performance.now()
  #isRepeated = false
  #breakOff: ((reason: Error) => void) | undefined
  #headers: readonly Buffer[] | undefined
  #isPaused = false
  #goOn: (() => void) | undefined

  constructor(
    road: Road,
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#road = road
    this.#request = request
    this.#stop = request.cancellation
    this.#resolve = resolve
    this.#reject = reject
    this.#stop.onCancel(this.#leave)
  }

  /** The answer's promise settles when its head is there. */
  send(dispatcher: Dispatcher): void {
    if (!this.#request) return
    const { method, url, headers, body = null } = this.#request
    const { origin, path } = targetOf(url)
    dispatcher.dispatch({ origin, path, method, headers: headersOf(headers), body }, this)
  }

  header(name: string): string | null {
    const values = this.#headers?.flatMap((text, place, all) =>
      place % 2 === 0 && text.toString('latin1').toLowerCase() === name
        ? (all[place + 1]?.toString('latin1') ?? [])
        : [],
    )
    return values?.length ? values.join(', ') : null
  }

  get text(): TextSource {
    return this
  }

  pull(reader: TextReader): void {
    this.#forgetHead()
    this.#incoming.pull(reader)
  }

  cancel(): void {
    this.#incoming.cancel()
    this.#abort()
  }

  whole(): string | undefined {
    return this.#incoming.takeWhole()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#goOn?.()
  }

  /** A success is read for its text alone, and its head would keep the memory that it came in for as long as that lasts. */
  #forgetHead(): void {
    if (this.status < 300) this.#headers = undefined
  }

  /** A request without a connection cannot be aborted yet; it is when it gets one. */
  #abort(): void {
    const breakOff = this.#breakOff
    this.#breakOff = undefined
    breakOff?.(new errors.RequestAbortedError())
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#breakOff = abort
    if (this.#stop.isCancelled) this.#abort()
  }

  onHeaders(status: number, headers: readonly Buffer[], resume: () => void): boolean {
    if (status < 200) return true
    this.status = status
    this.#headers = headers
    this.#goOn = resume
    this.#request = undefined
    this.#resolve(this)
    return !this.#isPaused
  }

  onData(chunk: Buffer): boolean {
    this.#incoming.push(chunk, this)
    return !this.#isPaused
  }

  onComplete(): void {
    this.#end()
    this.#incoming.end()
  }

  onError(error: Error): void {
    if (this.status === 0 && !this.#isRepeated && !this.#stop.isCancelled && this.#road.isStale(error, this.#sentAt)) {
      this.#isRepeated = true
      this.#breakOff = undefined
      return this.send(this.#road.unkept)
    }
    const isLost = this.#breakOff !== undefined && !(error instanceof errors.HTTPParserError)
    this.#end()
    this.#reject(isLost ? new ConnectionLost(error.message, { cause: error }) : error)
    this.#incoming.fail(error)
  }

  #end(): void {
    this.#breakOff = undefined
    this.#stop.removeListener(this.#leave)
  }
}

/** Engines have a handful of addresses between them, which need not be taken apart for every request. */
const targets = new Map<string, { origin: string; path: string }>()

function targetOf(url: string): { origin: string; path: string } {
  const known = targets.get(url)
  if (known) return known
  const { origin, pathname, search } = new URL(url)
  const target = { origin, path: pathname + search }
  targets.set(url, target)
  return target
}

const flatHeaders = new WeakMap<object, string[]>()

/** Names and values in turn, which is how undici takes them fastest; made once for headers that come again. */
function headersOf(headers: Readonly<Record<string, string>>): string[] {
  const known = flatHeaders.get(headers)
  if (known) return known
  const flat = Object.entries(headers).flat()
  flatHeaders.set(headers, flat)
  return flat
}
