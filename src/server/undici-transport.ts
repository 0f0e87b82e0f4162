import { Agent, buildConnector, errors, type Dispatcher } from 'undici'
import type { Transport, TransportRequest, TransportResponse } from '#service/engines/openai-style/transport.ts'
import { createIncomingText } from './incoming-text.ts'

/** Later than this, in milliseconds, a connection that breaks was no stale one: the engine had begun its work. */
const staleWithinMs = 1000

/**
 * Travels by undici's dispatcher, over kept-alive connections to each origin. undici's own time limits are off, because
 * they would end a slow local model; an exchange is bounded by the engine's deadlines, and its connection by `connectMs`.
 * Redirects are not followed, bodies not unpacked.
 *
 * A kept connection may be closed by the engine just as it is used again. A request that meets this, and sees no answer,
 * is sent once more on a connection of its own (RFC 9110, 9.2.2); nothing else is ever sent twice.
 */
export function createUndiciTransport({ connectMs }: { connectMs: number }): Transport {
  const brokenWhenReused = new WeakSet<Error>()
  const connectTo = buildConnector({ timeout: connectMs })
  const connect: typeof connectTo = (options, callback) =>
    connectTo(options, (...outcome) => {
      const [, socket] = outcome
      socket?.prependListener('error', (error: Error) => {
        if (socket.bytesRead > 0) brokenWhenReused.add(error)
      })
      callback(...outcome)
    })
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect }
  const kept = new Agent(limits)
  const unkept = new Agent({ ...limits, pipelining: 0 })

  return async (request) => {
    const sentAt = performance.now()
    try {
      return await send(kept, request)
    } catch (reason) {
      const isStale = reason instanceof Error && brokenWhenReused.has(reason)
      if (!isStale || request.signal.aborted || performance.now() - sentAt > staleWithinMs) throw reason
      return send(unkept, request)
    }
  }
}

/** Resolves when the head of the answer is there. */
function send(dispatcher: Dispatcher, request: TransportRequest): Promise<TransportResponse> {
  const { method, url, headers, body, signal } = request
  const { origin, pathname, search } = new URL(url)
  const text = createIncomingText()
  return new Promise((resolve, reject) => {
    let running: Dispatcher.DispatchController | undefined
    const abort = () => running?.abort(new errors.RequestAbortedError())
    // A request without a connection cannot be aborted yet; it is when it gets one.
    const leave = () => {
      reject(signal.reason)
      abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    dispatcher.dispatch(
      { origin, path: pathname + search, method, headers: { ...headers }, body: body ?? null },
      {
        onRequestStart(controller) {
          running = controller
          if (signal.aborted) abort()
        },
        onResponseStart(_controller, status, received) {
          if (status < 200) return
          const header = (name: string) => {
            const value = received[name]
            return Array.isArray(value) ? value.join(', ') : (value ?? null)
          }
          resolve({ status, header, text: text.pieces(abort) })
        },
        onResponseData(controller, chunk) {
          text.push(chunk, controller)
        },
        onResponseEnd() {
          signal.removeEventListener('abort', leave)
          text.end()
        },
        onResponseError(_controller, error) {
          signal.removeEventListener('abort', leave)
          reject(error)
          text.fail(error)
        },
      },
    )
  })
}
