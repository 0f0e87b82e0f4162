import type { ServerResponse } from 'node:http'
import type { StreamWriter } from '#service/api/http-context.ts'

/** Starts a streamed response. The head is sent with the frames written in the same turn, or alone if there are none. */
export function createResponseWriter(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): StreamWriter {
  return new ResponseWriter(response, headers)
}

class ResponseWriter implements StreamWriter {
  readonly #response: ServerResponse
  readonly #flush = () => this.#send()
  #frames = ''
  #isScheduled = false
  #hasEnded = false
  #drained: Promise<void> | undefined

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response
    response.writeHead(200, headers)
    this.#schedule()
  }

  write(frames: string): Promise<void> | undefined {
    this.#frames += frames
    this.#schedule()
    return this.#drained
  }

  end(): void {
    this.#hasEnded = true
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    atEndOfTurn(this.#flush)
  }

  #send(): void {
    const response = this.#response
    const frames = this.#frames
    this.#isScheduled = false
    this.#frames = ''
    if (response.destroyed) return
    if (this.#hasEnded) response.end(frames)
    else if (frames === '') response.flushHeaders()
    else if (!response.write(frames)) this.#drained ??= this.#drain()
  }

  /** Resolves when the caller has read enough, or has disconnected. */
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
}

let scheduled: (() => void)[] = []

/**
 * Runs the work at the end of this turn of the event loop, together with all other work scheduled in it. Writing to many
 * sockets in a row is cheaper: without it, single replies reach 0.79 × the rate of a pipe (goal 1.0,
 * `npm run bench:service -- json`).
 */
export function atEndOfTurn(work: () => void): void {
  if (scheduled.push(work) === 1) setImmediate(runScheduled)
}

function runScheduled(): void {
  const all = scheduled
  scheduled = []
  for (const work of all) work()
}
