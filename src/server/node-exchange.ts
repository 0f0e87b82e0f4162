import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '#service/api/responses.ts'
import type { Exchange, FrameSink, HeaderOf } from '#service/api/http-context.ts'
import { atEndOfTurn } from './end-of-turn.ts'
import { readIncoming } from './read-incoming.ts'
import { createResponseSink } from './response-sink.ts'

/** One exchange as node:http has it: nothing of the web's requests, responses and streams is made for it. */
export class NodeExchange implements Exchange {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #leave: (() => void) | undefined
  isGone = false

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
    response.on('close', () => {
      if (response.writableFinished) return
      this.isGone = true
      this.#leave?.()
    })
  }

  get method(): string {
    return this.#request.method ?? ''
  }

  get path(): string {
    return targetOf(this.#request).path
  }

  get query(): URLSearchParams {
    return new URLSearchParams(targetOf(this.#request).query)
  }

  readonly header: HeaderOf = (name) => {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  headers(): Iterable<readonly [string, string]> {
    return Object.keys(this.#request.headers).map((name) => [name, this.header(name) ?? ''] as const)
  }

  readText(maxBytes: number, tooLarge: () => Error): Promise<string> {
    return readIncoming(this.#request, maxBytes, tooLarge)
  }

  onGone(leave: () => void): void {
    this.#leave = leave
    if (this.isGone) leave()
  }

  answer({ status, headers, body }: Answer): void {
    if (this.isGone) return
    const flat: string[] = []
    for (const name in headers) flat.push(name, headers[name] ?? '')
    if (body !== null) flat.push('content-length', String(Buffer.byteLength(body)))
    const response = this.#response
    response.writeHead(status, flat)
    atEndOfTurn(() => response.end(body ?? undefined))
  }

  stream(headers: Readonly<Record<string, string>>): FrameSink {
    return createResponseSink(this.#response, headers)
  }
}

/** The target's path and query, whichever form it has (RFC 9112, 3.2). */
function targetOf({ url = '' }: IncomingMessage): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const at = target.indexOf('?')
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}
