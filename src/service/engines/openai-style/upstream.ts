import { refuse, type ServiceError } from '#service/service-error.ts'
import { createWatchdog, type Deadlines } from './deadlines.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** An engine's answer: status and headers are there, the body comes as text. */
export interface Upstream {
  status: number
  header(name: string): string | null
  /**
   * The body's pieces, characters whole. Throws a `ServiceError` when the engine stalls or breaks off, and the abort's
   * reason when the caller has gone. To be iterated once; ending early closes the exchange.
   */
  text: AsyncGenerator<string, void>
}

/**
 * Sends one request to an engine, within its deadlines. Rejects with a `ServiceError` (`upstream_unreachable`,
 * `upstream_timeout`), or with the abort's reason when the caller has gone.
 */
export async function openUpstream(
  transport: Transport,
  request: TransportRequest,
  deadlines: Deadlines,
): Promise<Upstream> {
  const caller = request.signal
  caller.throwIfAborted()
  const exchange = new AbortController()
  const leave = () => exchange.abort(caller.reason)
  caller.addEventListener('abort', leave)
  const watchdog = createWatchdog(() => exchange.abort())
  const close = () => {
    watchdog.stop()
    caller.removeEventListener('abort', leave)
  }
  const explain = (reason: unknown, otherwise: ServiceError) => {
    if (caller.aborted) return reason
    return watchdog.expired ? tooLate() : otherwise
  }

  async function* textOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
    const decoder = new TextDecoder()
    try {
      for await (const bytes of body) {
        watchdog.rest()
        const text = decoder.decode(bytes, { stream: true })
        if (text !== '') yield text
        watchdog.wait(deadlines.idleMs)
      }
      const rest = decoder.decode()
      if (rest !== '') yield rest
    } catch (reason) {
      throw explain(reason, brokenOff())
    } finally {
      close()
      exchange.abort()
    }
  }

  watchdog.wait(deadlines.firstByteMs)
  try {
    const { status, header, body } = await transport({ ...request, signal: exchange.signal })
    return { status, header, text: textOf(body) }
  } catch (reason) {
    close()
    throw explain(reason, unreachable())
  }
}

/** The whole body as one text. Throws a `ServiceError` when it is longer than `limit` characters. */
export async function readAll({ text }: Upstream, limit: number): Promise<string> {
  let all = ''
  for await (const piece of text) {
    all += piece
    if (all.length > limit) throw refuse('upstream_invalid', 'The engine’s answer is too long to be read.')
  }
  return all
}

function unreachable(): ServiceError {
  return refuse('upstream_unreachable', 'The engine cannot be reached. See that it is running, then try again.')
}

function brokenOff(): ServiceError {
  return refuse('upstream_cut', 'The reply was cut: the connection to the engine broke. Try again.')
}

function tooLate(): ServiceError {
  return refuse('upstream_timeout', 'The engine took too long to answer. Try again, or choose a faster model.')
}
