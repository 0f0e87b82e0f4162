import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteWriter } from '#service/api/http-context.ts'

/** How long a caller may keep sending a body that was refused, in milliseconds. */
const drainMs = 2000

/** Discards the rest of a body for a while: a caller that is still sending would never read the response. */
export function discardRest(request: IncomingMessage): void {
  request.resume()
  const timer = setTimeout(() => request.destroy(), drainMs)
  request.on('close', () => clearTimeout(timer))
}

/**
 * A request's body as it arrives, no faster than it is taken. Throws `tooLarge()` as soon as the announced or the received
 * length exceeds `maxBytes`, and another error if the caller disconnects.
 */
export async function* readBytes(
  request: IncomingMessage,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let isComplete = false
  try {
    if (Number(request.headers['content-length']) > maxBytes) throw tooLarge()
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) continue
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge()
      yield chunk
    }
    isComplete = true
  } finally {
    if (!isComplete) discardRest(request)
  }
}

/** Starts a streamed response of bytes. */
export function createByteWriter(response: ServerResponse, headers: Readonly<Record<string, string>>): ByteWriter {
  response.writeHead(200, { ...headers })
  return {
    write(bytes) {
      if (response.destroyed || response.write(bytes)) return undefined
      return new Promise((resolve) => {
        const release = () => {
          response.off('drain', release)
          response.off('close', release)
          resolve()
        }
        response.on('drain', release)
        response.on('close', release)
      })
    },
    end: () => void response.end(),
    abort: () => void response.destroy(),
  }
}
