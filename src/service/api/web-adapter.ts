import type { HttpContext, StreamWriter, GetHeader } from './http-context.ts'
import type { HttpResponse } from './responses.ts'

/** Lets an exchange be answered on web standards, which every host has. Resolves when the answer begins. */
export function answerOverWeb(request: Request, answer: (http: HttpContext) => Promise<void>): Promise<Response> {
  return new Promise((resolve, reject) => {
    answer(new WebExchange(request, resolve)).catch(reject)
  })
}

class WebExchange implements HttpContext {
  readonly #request: Request
  readonly #respond: (response: Response) => void
  #hasLeft = false
  #leave = () => {}

  constructor(request: Request, respond: (response: Response) => void) {
    this.#request = request
    this.#respond = respond
  }

  get method(): string {
    return this.#request.method
  }

  get path(): string {
    return new URL(this.#request.url).pathname
  }

  get query(): URLSearchParams {
    return new URL(this.#request.url).searchParams
  }

  readonly header: GetHeader = (name) => this.#request.headers.get(name)

  headers(): Iterable<readonly [string, string]> {
    return this.#request.headers
  }

  async readText(maxBytes: number, tooLarge: () => Error): Promise<string> {
    const announced = this.header('content-length')
    // An announced length is what arrives: HTTP servers hold the caller to it, so the fast way in is safe.
    if (typeof announced === 'string' && /^\d+$/.test(announced)) {
      if (Number(announced) > maxBytes) throw tooLarge()
      return this.#request.text()
    }
    if (this.#request.body === null) return ''
    const reader = this.#request.body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    let bytes = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > maxBytes) {
        void reader.cancel().catch(() => undefined)
        throw tooLarge()
      }
      text += decoder.decode(value, { stream: true })
    }
  }

  get isClosed(): boolean {
    return this.#hasLeft || this.#request.signal.aborted
  }

  onClose(leave: () => void): void {
    this.#leave = leave
    if (this.isClosed) leave()
    else this.#request.signal.addEventListener('abort', leave, { once: true })
  }

  respond({ status, headers, body }: HttpResponse): void {
    this.#respond(new Response(this.method === 'HEAD' ? null : body, { status, headers: { ...headers } }))
  }

  stream(headers: Readonly<Record<string, string>>): StreamWriter {
    const { body, sink } = openWebStream(() => {
      this.#hasLeft = true
      this.#leave()
    })
    this.#respond(new Response(body, { headers: { ...headers } }))
    return sink
  }
}

/** Bytes that may wait for a slow reader before the engine is held back. */
const bufferedBytes = 16 * 1024

/** A body made of frames. `onGone` is called when its reader stops before the end. */
function openWebStream(onGone: () => void): { body: ReadableStream<Uint8Array>; sink: StreamWriter } {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let wanted: { promise: Promise<void>; resolve: () => void } | undefined

  const release = () => {
    wanted?.resolve()
    wanted = undefined
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      pull: release,
      cancel() {
        controller = undefined
        release()
        onGone()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
  )

  return {
    body,
    sink: {
      write(frames) {
        if (!controller) return undefined
        controller.enqueue(encoder.encode(frames))
        if ((controller.desiredSize ?? 0) > 0) return undefined
        wanted ??= deferred()
        return wanted.promise
      },
      end() {
        controller?.close()
        controller = undefined
      },
    },
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
