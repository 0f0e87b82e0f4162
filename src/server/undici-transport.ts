import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import errors from 'undici/lib/core/errors.js'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import type { Transport, TransportRequest, TransportResponse } from '#service/engines/openai-style/transport.ts'
import type { Stop } from '#service/stop.ts'
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
  const connectTo = buildConnector({ timeout: connectMs })
  const connect: typeof connectTo = (options, callback) =>
    connectTo(options, (...outcome) => {
      const [, socket] = outcome
      socket?.prependListener('error', (error: Error) => {
        if (socket.bytesRead > 0) brokenWhenReused.add(error)
      })
      callback(...outcome)
    })
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect }
  const kept = new Agent(limits)
  const unkept = new Agent({ ...limits, pipelining: 0 })

  return (request) => {
    const sentAt = performance.now()
    return send(kept, request).catch((reason: unknown) => {
      const isStale = reason instanceof Error && brokenWhenReused.has(reason)
      if (!isStale || request.stop.isStopped || performance.now() - sentAt > staleWithinMs) throw reason
      return send(unkept, request)
    })
  }
}

/** Resolves when the head of the answer is there. */
function send(dispatcher: Dispatcher, request: TransportRequest): Promise<TransportResponse> {
  const { method, url, headers, body = null } = request
  const { origin, path } = targetOf(url)
  return new Promise((resolve, reject) => {
    const receiver = new Receiver(request.stop, resolve, reject)
    dispatcher.dispatch({ origin, path, method, headers: headersOf(headers), body }, receiver)
  })
}

/** One object an exchange: it takes what comes, and is the answer. */
class Receiver implements Dispatcher.DispatchHandler, TransportResponse {
  status = 0
  readonly #incoming = createIncomingText()
  readonly #stop: Stop
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (reason: unknown) => void
  readonly #leave = () => {
    this.#reject(this.#stop.reason)
    this.#abort()
  }
  #running: Dispatcher.DispatchController | undefined
  #headers: IncomingHttpHeaders = {}

  constructor(stop: Stop, resolve: (response: TransportResponse) => void, reject: (reason: unknown) => void) {
    this.#stop = stop
    this.#resolve = resolve
    this.#reject = reject
    stop.onStop(this.#leave)
  }

  header(name: string): string | null {
    const value = this.#headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }

  get text(): AsyncIterable<string> {
    return this.#incoming.pieces(() => this.#abort())
  }

  /** A request without a connection cannot be aborted yet; it is when it gets one. */
  #abort(): void {
    this.#running?.abort(new errors.RequestAbortedError())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#running = controller
    if (this.#stop.isStopped) this.#abort()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    // They are read, and would keep the memory that they came in for as long as the answer lasts.
    controller.rawHeaders = null
    this.status = status
    this.#headers = headers
    this.#resolve(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#incoming.push(chunk, controller)
  }

  onResponseEnd(): void {
    this.#stop.forget(this.#leave)
    this.#incoming.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stop.forget(this.#leave)
    this.#reject(error)
    this.#incoming.fail(error)
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
