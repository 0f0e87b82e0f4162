import type { Socket } from 'node:net'
import { Agent, type Dispatcher, buildConnector, errors } from 'undici'
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

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A reused connection that breaks later than this, in milliseconds, wasn't stale: the engine had begun to work. */
const staleWithinMs = 1000

/**
 * Sends requests through undici, over keep-alive connections to each origin. undici's own timeouts are off, because they
 * would end slow local models: `connectMs` bounds the connection, the engine's deadlines the rest. Redirects aren't
 * followed, bodies aren't decompressed.
 *
 * An engine may close an idle connection just as it is reused. Such a request, if no answer has begun, is sent once more
 * on a new connection (RFC 9110, 9.2.2). Nothing else is retried.
 */
export function createUndiciTransport({ connectMs }: { connectMs: number }): Transport {
  const lostConnections: LostConnections = new WeakMap()
  // One function for all sockets: a closure for each would take memory as long as its stream.
  function noteLoss(this: Socket, error: Error): void {
    lostConnections.set(error, { wasReused: this.bytesRead > 0 })
  }
  const connector = buildConnector({ timeout: connectMs })
  const connect: typeof connector = (options, callback) =>
    connector(options, (...outcome) => {
      const [, socket] = outcome
      socket?.on('error', noteLoss)
      callback(...outcome)
    })
  const options = { headersTimeout: 0, bodyTimeout: 0, connect }
  const agents = { keepAlive: new Agent(options), newConnection: new Agent({ ...options, pipelining: 0 }) }
  return (request) =>
    new Promise((resolve, reject) => {
      const exchange = new Exchange(agents, lostConnections, request, resolve, reject)
      exchange.send(agents.keepAlive)
    })
}

/** The errors of established connections, and whether the connection had served a request before. */
type LostConnections = WeakMap<Error, { wasReused: boolean }>

interface Agents {
  keepAlive: Dispatcher
  newConnection: Dispatcher
}

/**
 * One request and its response. It handles undici's events itself: with `Agent.request` and its body stream, 1,000 streams
 * take 1.52 × the memory of a pipe (goal 1.4), and with node:http 1.42 × (`npm run bench:service -- memory`).
 */
class Exchange implements Dispatcher.DispatchHandler, TransportResponse, TextSource {
  status = 0
  readonly #incoming = createIncomingText()
  readonly #agents: Agents
  readonly #lostConnections: LostConnections
  readonly #cancellation: CancellationToken
  #request: TransportRequest | undefined
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (reason: unknown) => void
  readonly #onCancel = () => {
    this.#reject(this.#cancellation.reason)
    this.#abort()
  }
  readonly #sentAt = performance.now()
  #isRetry = false
  #controller: Dispatcher.DispatchController | undefined
  #headers: ResponseHeaders | undefined

  constructor(
    agents: Agents,
    lostConnections: LostConnections,
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#agents = agents
    this.#lostConnections = lostConnections
    this.#request = request
    this.#cancellation = request.cancellation
    this.#resolve = resolve
    this.#reject = reject
    this.#cancellation.onCancel(this.#onCancel)
  }

  send(dispatcher: Dispatcher): void {
    if (!this.#request) return
    const { method, url, headers, body = null } = this.#request
    const { origin, pathname, search } = new URL(url)
    dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, this)
  }

  header(name: string): string | null {
    return [this.#headers?.[name] ?? []].flat().join(', ') || null
  }

  get text(): TextSource {
    return this
  }

  pull(reader: TextReader): void {
    // Only failures are asked for headers once the body is read; a stream needn't hold them.
    if (this.status < 300) this.#headers = undefined
    this.#incoming.pull(reader)
  }

  cancel(): void {
    this.#incoming.cancel()
    this.#abort()
  }

  whole(): string | undefined {
    return this.#incoming.takeWhole()
  }

  /** A request without a connection can't be aborted yet; `onRequestStart` does it then. */
  #abort(): void {
    const controller = this.#controller
    this.#controller = undefined
    controller?.abort(new errors.RequestAbortedError())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#cancellation.isCancelled) this.#abort()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status < 200) return
    this.status = status
    this.#headers = headers
    // These are views of the network buffer, which would stay in memory as long as the stream.
    controller.rawHeaders = null
    this.#request = undefined
    this.#resolve(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#incoming.push(chunk, controller)
  }

  onResponseEnd(): void {
    this.#close()
    this.#incoming.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const lost = this.#lostConnections.get(error)
    const isStale = lost?.wasReused === true && performance.now() - this.#sentAt <= staleWithinMs
    if (isStale && this.status === 0 && !this.#isRetry && !this.#cancellation.isCancelled) {
      this.#isRetry = true
      this.#controller = undefined
      return this.send(this.#agents.newConnection)
    }
    this.#close()
    const isLost = lost !== undefined && !(error instanceof errors.HTTPParserError)
    this.#reject(isLost ? new ConnectionLost(error.message, { cause: error }) : error)
    this.#incoming.fail(error)
  }

  #close(): void {
    this.#controller = undefined
    this.#cancellation.removeListener(this.#onCancel)
  }
}
