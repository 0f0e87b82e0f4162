import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Exchange, FrameSink } from '#service/http/exchange.ts'

/** One exchange whose streamed answer is written to the Node response, with no web stream between. */
export interface NodeExchange extends Exchange {
  openStream: NonNullable<Exchange['openStream']>
  /** Takes what the service returned; returns what is left for the HTTP layer to send. */
  send(response: Response): Response
}

/**
 * Lends the service a way to write frames where they leave. The head goes out with the first frame, or at once when there
 * is none yet, under the headers that the service's answer has by then.
 */
export function createNodeExchange(outgoing: ServerResponse): NodeExchange {
  let begin: (() => void) | undefined
  return {
    openStream(headers, onGone) {
      const stream = createResponseSink(outgoing, onGone)
      begin = stream.begin
      return { response: new Response(null, { headers }), sink: stream.sink }
    },
    send(response) {
      if (!begin) return response
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      begin()
      return RESPONSE_ALREADY_SENT
    },
  }
}

/** What is written before `begin` waits for it, since the head must go first. */
function createResponseSink(outgoing: ServerResponse, onGone: () => void): { sink: FrameSink; begin: () => void } {
  let early: string | undefined = ''
  let hasEnded = false
  let drained: Promise<void> | undefined
  let release = () => {}
  // HTTP/1.0 knows no chunks: there the end of the connection ends the answer.
  let isChunked = false

  // Node's own framing writes each chunk in four parts, which costs as much as all else that is done for a token.
  const framed = (frames: string) => (isChunked ? `${Buffer.byteLength(frames).toString(16)}\r\n${frames}\r\n` : frames)
  const lastChunk = () => (isChunked ? '0\r\n\r\n' : '')

  outgoing.on('drain', () => release())
  outgoing.on('close', () => {
    release()
    if (!outgoing.writableFinished) onGone()
  })

  return {
    begin() {
      const frames = early
      early = undefined
      if (outgoing.destroyed) return
      outgoing.flushHeaders()
      isChunked = outgoing.chunkedEncoding
      outgoing.chunkedEncoding = false
      if (frames) outgoing.write(framed(frames))
      if (hasEnded) outgoing.end(lastChunk())
    },
    sink: {
      write(frames) {
        if (early !== undefined) {
          early += frames
          return undefined
        }
        if (outgoing.destroyed || outgoing.write(framed(frames))) return undefined
        drained ??= new Promise((resolve) => {
          release = () => {
            drained = undefined
            resolve()
          }
        })
        return drained
      },
      end() {
        hasEnded = true
        if (early === undefined) outgoing.end(lastChunk())
      },
    },
  }
}
