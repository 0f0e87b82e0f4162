import type { ByteWriter, HttpContext, StreamWriter, GetHeader } from './http-context.ts'
import type { HttpResponse } from './responses.ts'

/** Answers a Fetch API request, for hosts other than Node. Resolves when the response begins. */
export function answerOverWeb(request: Request, answer: (http: HttpContext) => Promise<void>): Promise<Response> {
  return new Promise((resolve, reject) => {
    answer(new WebHttpContext(request, resolve)).catch(reject)
  })
}

class WebHttpContext implements HttpContext {
  readonly #request: Request
  readonly #respond: (response: Response) => void
  #hasCancelled = false
  #onClose = () => {}

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
    // HTTP servers enforce the announced length, so `text()` is safe.
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

  async *readBytes(maxBytes: number, tooLarge: () => Error): AsyncGenerator<Uint8Array> {
    if (Number(this.header('content-length')) > maxBytes) throw tooLarge()
    if (this.#request.body === null) return
    const reader = this.#request.body.getReader()
    let bytes = 0
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        bytes += value.byteLength
        if (bytes > maxBytes) throw tooLarge()
        yield value
      }
    } finally {
      void reader.cancel().catch(() => undefined)
    }
  }

  get isClosed(): boolean {
    return this.#hasCancelled || this.#request.signal.aborted
  }

  onClose(listener: () => void): void {
    this.#onClose = listener
    if (this.isClosed) listener()
    else this.#request.signal.addEventListener('abort', listener, { once: true })
  }

  respond({ status, headers, body }: HttpResponse): void {
    this.#respond(new Response(this.method === 'HEAD' ? null : body, { status, headers: { ...headers } }))
  }

  stream(headers: Readonly<Record<string, string>>): StreamWriter {
    const encoder = new TextEncoder()
    const writer = this.streamBytes(headers)
    return { write: (frames) => writer.write(encoder.encode(frames)), end: () => writer.end() }
  }

  streamBytes(headers: Readonly<Record<string, string>>): ByteWriter {
    const { body, writer } = createStreamBody(() => {
      this.#hasCancelled = true
      this.#onClose()
    })
    this.#respond(new Response(body, { headers: { ...headers } }))
    return writer
  }
}

/** Bytes buffered for a slow reader before writes wait. */
const bufferedBytes = 16 * 1024

/** A response body and its writer. `onCancel` is called if the reader stops early. */
function createStreamBody(onCancel: () => void): { body: ReadableStream<Uint8Array>; writer: ByteWriter } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let demand: { promise: Promise<void>; resolve: () => void } | undefined

  const release = () => {
    demand?.resolve()
    demand = undefined
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
        onCancel()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
  )

  return {
    body,
    writer: {
      write(bytes) {
        if (!controller) return undefined
        controller.enqueue(bytes)
        if ((controller.desiredSize ?? 0) > 0) return undefined
        demand ??= deferred()
        return demand.promise
      },
      end() {
        controller?.close()
        controller = undefined
      },
      abort() {
        controller?.error(new TypeError('The response was cut.'))
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
