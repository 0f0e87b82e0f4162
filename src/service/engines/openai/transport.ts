import type { CancellationToken } from '#service/cancellation.ts'

/** One request to a server elsewhere. Redirects must not be followed: they could carry a key to another origin. */
export interface TransportRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
  /** Breaks the exchange off at any point, the body included. */
  cancellation: CancellationToken
}

/** The answer as soon as its headers are there. */
export interface TransportResponse {
  status: number
  /** A header by its lower-case name. To be asked for before the text of a success is. */
  header(name: string): string | null
  /** The body as it arrives. */
  text: TextSource
  /** The whole body instead of `text`, where it is there by now; undefined otherwise, or where the way cannot tell. */
  whole?(): string | undefined
}

/** The connection broke after the request was sent and before the answer began. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/**
 * How bytes travel to an engine. Any HTTP status resolves. Rejects when there is no connection, and with `ConnectionLost`
 * when there was one, where the transport can tell.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

/** Travels by `fetch`, which every host has. */
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

/** Who asks for a body's text. One of these is called, once, for each asking; perhaps before the asking returns. */
export interface TextReader {
  /** The next piece: never empty, characters whole, no byte-order mark. */
  onChunk(text: string): void
  /** There is no more. */
  onEnd(): void
  onError(reason: unknown): void
}

/**
 * A body on its way in, given to one reader, piece by piece as it asks. There are no promises in it: thousands wait at a
 * time, and each would be waited for by another, all the way to the caller.
 */
export interface TextSource {
  pull(reader: TextReader): void
  /** Nothing more will be asked for: ends the exchange. */
  cancel(): void
}

/** Pieces that come by promises, as whatever is not our own gives them. */
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

/** All the text there is, or undefined when it is longer than `limit` characters. Rejects when the source breaks. */
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

/** Bytes as text, as they arrive: never an empty piece, characters whole, a byte-order mark left out. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of chunks) {
    const text = decoder.decode(bytes, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
