import type { ServerResponse } from 'node:http'
import type { FrameSink } from '#service/http/exchange.ts'

/**
 * Begins a streamed answer whose frames are written where they leave, with no web stream between. The head goes out with
 * what is written in the same turn, or by itself when that is nothing.
 */
export function createResponseSink(response: ServerResponse, headers: Readonly<Record<string, string>>): FrameSink {
  return new ResponseSink(response, headers)
}

class ResponseSink implements FrameSink {
  readonly #response: ServerResponse
  /** HTTP/1.0 knows no chunks: there the end of the connection ends the answer. */
  readonly #isChunked: boolean
  #hasWritten = false
  #drained: Promise<void> | undefined

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response
    response.writeHead(200, headers)
    // Node's own framing writes each chunk in four parts, which costs as much as all else that is done for a token.
    this.#isChunked = response.chunkedEncoding
    response.chunkedEncoding = false
    queueMicrotask(() => {
      if (!this.#hasWritten && !response.destroyed) response.flushHeaders()
    })
  }

  write(frames: string): Promise<void> | undefined {
    const response = this.#response
    this.#hasWritten = true
    if (response.destroyed || response.write(this.#framed(frames))) return undefined
    this.#drained ??= new Promise((resolve) => {
      const release = () => {
        response.off('drain', release)
        response.off('close', release)
        this.#drained = undefined
        resolve()
      }
      response.on('drain', release)
      response.on('close', release)
    })
    return this.#drained
  }

  end(): void {
    this.#hasWritten = true
    if (this.#isChunked) this.#response.end('0\r\n\r\n')
    else this.#response.end()
  }

  #framed(frames: string): string {
    if (!this.#isChunked) return frames
    return `${Buffer.byteLength(frames).toString(16)}\r\n${frames}\r\n`
  }
}
