import type { Stop } from '#service/stop.ts'
import { decodedText } from './decoded-text.ts'
import { sourceOf, type TextSource } from './text-source.ts'

/** One request to a server elsewhere. Redirects must not be followed: they could carry a key to another origin. */
export interface TransportRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
  /** Breaks the exchange off at any point, the body included. */
  stop: Stop
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
export const fetchTransport: Transport = async ({ method, url, headers, body, stop }) => {
  const response = await fetch(url, {
    method,
    headers,
    signal: stop.signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: sourceOf(decodedText(chunksOf(response.body))),
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
