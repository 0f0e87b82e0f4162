import type { CancellationToken } from '#service/cancellation.ts'

/** One HTTP request to an engine. Redirects must not be followed: they could send a key to another origin. */
export interface TransportRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
  /** Ends the exchange at any point, including the body. */
  cancellation: CancellationToken
}

/** The response, once its headers have arrived. */
export interface TransportResponse {
  status: number
  /** A header by its lower-case name. Read headers before the text. */
  header(name: string): string | null
  /** The body as it arrives. */
  text: TextSource
  /** The whole body instead of `text`, if all of it has arrived. Undefined otherwise, or if the transport can't tell. */
  whole?(): string | undefined
}

/** The connection broke after the request was sent and before the response started. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/**
 * Sends a request to an engine. Resolves for any HTTP status. Rejects when there is no connection, with `ConnectionLost`
 * if there was one and the transport can tell.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Uses `fetch`, which every host has. */
export const fetchTransport: Transport = async ({ method, url, headers, body, cancellation }) => {
  const response = await fetch(url, {
    method,
    headers,
    signal: cancellation.signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: textSourceFrom(decodeText(chunksOf(response.body))),
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!stream) return
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Receives the text of a body. Each `pull` calls one of these methods once, possibly before it returns. */
export interface TextReader {
  /** The next text: never empty, no partial characters, no byte-order mark. */
  onChunk(text: string): void
  onEnd(): void
  onError(reason: unknown): void
}

/**
 * An incoming body, read by one reader as fast as it pulls. Uses callbacks instead of promises, because thousands of bodies
 * are open at once and each would need a chain of promises up to the caller.
 */
export interface TextSource {
  pull(reader: TextReader): void
  /** Stops reading and ends the exchange. */
  cancel(): void
}

/** Adapts an async iterable, such as the body of a fetch response. */
export function textSourceFrom(pieces: AsyncIterable<string>): TextSource {
  const iterator = pieces[Symbol.asyncIterator]()
  return {
    pull(reader) {
      iterator.next().then(
        (step) => (step.done === true ? reader.onEnd() : reader.onChunk(step.value)),
        (reason: unknown) => reader.onError(reason),
      )
    },
    cancel() {
      void iterator.return?.().catch(() => undefined)
    },
  }
}

/** Reads all text; undefined when it is longer than `limit` characters. Rejects when the source fails. */
export function readAllText(source: TextSource, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let all = ''
    const reader: TextReader = {
      onChunk(text) {
        all += text
        if (all.length <= limit) return source.pull(reader)
        resolve(undefined)
        source.cancel()
      },
      onEnd: () => resolve(all),
      onError: reject,
    }
    source.pull(reader)
  })
}

/** Decodes bytes as they arrive: never an empty text, no partial characters, no byte-order mark. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of chunks) {
    const text = decoder.decode(bytes, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
