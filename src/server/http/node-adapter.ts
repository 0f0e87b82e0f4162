import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpContext, StreamWriter, GetHeader } from '#service/api/http-context.ts'
import type { HttpResponse } from '#service/api/responses.ts'
import { atEndOfTurn, createResponseSink } from './response-writer.ts'

/** One exchange as node:http has it: nothing of the web's requests, responses and streams is made for it. */
export class NodeHttpContext implements HttpContext {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #leave: (() => void) | undefined
  isClosed = false

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
    response.on('close', () => {
      if (response.writableFinished) return
      this.isClosed = true
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

  readonly header: GetHeader = (name) => {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  headers(): Iterable<readonly [string, string]> {
    return Object.keys(this.#request.headers).map((name) => [name, this.header(name) ?? ''] as const)
  }

  readText(maxBytes: number, tooLarge: () => Error): Promise<string> {
    return readIncoming(this.#request, maxBytes, tooLarge)
  }

  onClose(leave: () => void): void {
    this.#leave = leave
    if (this.isClosed) leave()
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
    return createResponseSink(this.#response, headers)
  }
}

/** The target's path and query, whichever form it has (RFC 9112, 3.2). */
function targetOf({ url = '' }: IncomingMessage): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const at = target.indexOf('?')
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}

/** How long a caller may go on sending what was refused as too large, in milliseconds. */
const patienceMs = 2000

/**
 * A request's body as UTF-8 text, without a byte-order mark. Rejects with what `tooLarge` makes before it is read, where
 * its announced length exceeds `maxBytes`, or as soon as what has come does; with another error when the caller goes
 * before it is whole.
 */
function readIncoming(request: IncomingMessage, maxBytes: number, tooLarge: () => Error): Promise<string> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined
    let others: Buffer[] | undefined
    let bytes = 0
    // The request lives as long as its answer, which may be a long stream: it must not hold what was read.
    const leave = () => request.off('data', take).off('end', end).off('error', fail)
    const refuse = () => {
      leave()
      // The rest is let pass, or the caller, who is still sending, would never see the answer; but not for ever.
      request.resume()
      const timer = setTimeout(() => request.destroy(), patienceMs)
      request.on('close', () => clearTimeout(timer))
      reject(tooLarge())
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return refuse()
      if (!first) first = chunk
      else if (others) others.push(chunk)
      else others = [first, chunk]
    }
    const end = () => {
      leave()
      const all = others ? Buffer.concat(others) : first
      const text = all?.toString() ?? ''
      resolve(text.startsWith('\uFEFF') ? text.slice(1) : text)
    }
    const fail = (reason: Error) => {
      leave()
      reject(reason)
    }
    if (Number(request.headers['content-length']) > maxBytes) return refuse()
    request.on('data', take).on('end', end).on('error', fail)
  })
}
