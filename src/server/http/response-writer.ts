import type { ServerResponse } from 'node:http'
import type { StreamWriter } from '#service/api/http-context.ts'

/**
 * Begins a streamed answer whose frames are written where they leave, with no web stream between. The head goes out with
 * what is written in the same turn, or by itself when that is nothing.
 */
export function createResponseSink(response: ServerResponse, headers: Readonly<Record<string, string>>): StreamWriter {
  return new ResponseSink(response, headers)
}

class ResponseSink implements StreamWriter {
  readonly #response: ServerResponse
  /** HTTP/1.0 knows no chunks: there the end of the connection ends the answer. */
  readonly #isChunked: boolean
  readonly #leave = () => this.#send()
  #hasBegun = false
  #waiting = ''
  #isWaiting = false
  #isOver = false
  #drained: Promise<void> | undefined

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response
    response.writeHead(200, headers)
    // Node's own framing writes each chunk in four parts, which costs as much as all else that is done for a token.
    this.#isChunked = response.chunkedEncoding
    response.chunkedEncoding = false
    this.#wait()
  }

  write(frames: string): Promise<void> | undefined {
    this.#waiting += frames
    this.#wait()
    return this.#drained
  }

  end(): void {
    this.#isOver = true
    this.#wait()
  }

  #wait(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    atEndOfTurn(this.#leave)
  }

  #send(): void {
    const response = this.#response
    const frames = this.#waiting
    this.#isWaiting = false
    this.#waiting = ''
    if (response.destroyed) return
    if (this.#isOver) response.end(this.#framed(frames) + (this.#isChunked ? '0\r\n\r\n' : ''))
    else if (frames === '') this.#begin()
    else if (!this.#hand(this.#framed(frames))) this.#drained ??= this.#drain()
  }

  /**
   * Sends the head as a text of its own: only so does it become one, and not the chain of the thirty that it was put
   * together from, which Node would keep as long as the answer lasts.
   */
  #begin(): void {
    this.#hasBegun = true
    this.#response.flushHeaders()
  }

  /** Whether the caller keeps up. */
  #hand(chunk: string): boolean {
    const response = this.#response
    if (this.#hasBegun) return response.write(chunk)
    response.cork()
    this.#begin()
    const isTaken = response.write(chunk)
    response.uncork()
    return isTaken
  }

  #drain(): Promise<void> {
    const response = this.#response
    return new Promise((resolve) => {
      const release = () => {
        response.off('drain', release)
        response.off('close', release)
        this.#drained = undefined
        resolve()
      }
      response.on('drain', release)
      response.on('close', release)
    })
  }

  #framed(frames: string): string {
    if (!this.#isChunked || frames === '') return frames
    return `${Buffer.byteLength(frames).toString(16)}\r\n${frames}\r\n`
  }
}

let waiting: (() => void)[] = []

/**
 * Runs the work at the end of this turn of the event loop, together with all other work that was given in it.
 *
 * What is written to many sockets in a row costs less than half of what it costs piece by piece: the first write wakes
 * whoever receives, the others find it awake.
 */
export function atEndOfTurn(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(runAll)
}

function runAll(): void {
  const all = waiting
  waiting = []
  for (const work of all) work()
}
