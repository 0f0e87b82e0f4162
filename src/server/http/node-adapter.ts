import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteWriter, HttpContext, StreamWriter, GetHeader } from '#service/api/http-context.ts'
import type { HttpResponse } from '#service/api/responses.ts'
import { createByteWriter, discardRest, readBytes } from './byte-streams.ts'
import { atEndOfTurn, createResponseWriter } from './response-writer.ts'

/** A request and response of node:http. Doesn't create Fetch API objects, which cost more than answering a chat. */
export class NodeHttpContext implements HttpContext {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #onClose: (() => void) | undefined
  isClosed = false

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
    response.on('close', () => {
      if (response.writableFinished) return
      this.isClosed = true
      this.#onClose?.()
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

  readonly header: GetHeader = (name) => {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  headers(): Iterable<readonly [string, string]> {
    return Object.keys(this.#request.headers).map((name) => [name, this.header(name) ?? ''] as const)
  }

  readText(maxBytes: number, tooLarge: () => Error): Promise<string> {
    return readBody(this.#request, maxBytes, tooLarge)
  }

  readBytes(maxBytes: number, tooLarge: () => Error): AsyncIterable<Uint8Array> {
    return readBytes(this.#request, maxBytes, tooLarge)
  }

  onClose(listener: () => void): void {
    this.#onClose = listener
    if (this.isClosed) listener()
  }

  respond({ status, headers, body }: HttpResponse): void {
    if (this.isClosed) return
    const flat: string[] = []
    for (const name in headers) flat.push(name, headers[name] ?? '')
    if (body !== null) flat.push('content-length', String(Buffer.byteLength(body)))
    const response = this.#response
    response.writeHead(status, flat)
    atEndOfTurn(() => response.end(body ?? undefined))
  }

  stream(headers: Readonly<Record<string, string>>): StreamWriter {
    return createResponseWriter(this.#response, headers)
  }

  streamBytes(headers: Readonly<Record<string, string>>): ByteWriter {
    return createByteWriter(this.#response, headers)
  }
}

/** Path and query of a request target in origin or absolute form (RFC 9112, 3.2). */
function targetOf({ url = '' }: IncomingMessage): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const at = target.indexOf('?')
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}

/**
 * Reads a request's body as UTF-8, without a byte-order mark. Rejects with `tooLarge()` as soon as the announced or the
 * received length exceeds `maxBytes`, and with another error if the caller disconnects.
 */
function readBody(request: IncomingMessage, maxBytes: number, tooLarge: () => Error): Promise<string> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined
    let others: Buffer[] | undefined
    let bytes = 0
    // The request object lives as long as a streamed response and must not hold the body.
    const unsubscribe = () => request.off('data', onData).off('end', onEnd).off('error', onError)
    const refuse = () => {
      unsubscribe()
      discardRest(request)
      reject(tooLarge())
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return refuse()
      if (!first) first = chunk
      else if (others) others.push(chunk)
      else others = [first, chunk]
    }
    const onEnd = () => {
      unsubscribe()
      const all = others ? Buffer.concat(others) : first
      const text = all?.toString() ?? ''
      resolve(text.startsWith('\uFEFF') ? text.slice(1) : text)
    }
    const onError = (reason: Error) => {
      unsubscribe()
      reject(reason)
    }
    if (Number(request.headers['content-length']) > maxBytes) return refuse()
    request.on('data', onData).on('end', onEnd).on('error', onError)
  })
}
