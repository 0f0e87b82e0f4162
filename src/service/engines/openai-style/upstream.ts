import { refuse, type ServiceError } from '#service/service-error.ts'
import { createWatchdog, type Deadlines } from './deadlines.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** Pieces of text for one reader, who may end early. */
interface TextPieces extends AsyncIterableIterator<string> {
  return(): Promise<IteratorResult<string>>
}

/** An engine's answer: status and headers are there, the body comes as text. */
export interface Upstream {
  status: number
  header(name: string): string | null
  /**
   * The body's pieces, characters whole. Throws a `ServiceError` when the engine stalls or breaks off, and the abort's
   * reason when the caller has gone. To be iterated once; ending early closes the exchange.
   */
  text: TextPieces
  /** Says that everything of interest has come: the exchange may end in peace, which lets its connection be used again. */
  leaveRest(): void
}

/** How long an engine may take to end a reply after its last word, in milliseconds. */
const endingMs = 1000

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

  // No generator: it would cost every piece of every reply several more turns of the microtask queue.
  function watched(body: AsyncIterator<string>): Pick<Upstream, 'text' | 'leaveRest'> {
    let waitMs: number | undefined
    let isOver = false
    const next = async (): Promise<IteratorResult<string>> => {
      if (waitMs !== undefined) watchdog.wait(waitMs)
      waitMs = deadlines.idleMs
      try {
        const step = await body.next()
        if (step.done !== true) watchdog.rest()
        else {
          isOver = true
          close()
        }
        return step
      } catch (reason) {
        close()
        throw explain(reason, brokenOff())
      }
    }
    const end = async (): Promise<IteratorResult<string>> => {
      if (!isOver) {
        isOver = true
        close()
        exchange.abort()
      }
      return { done: true, value: undefined }
    }
    const text: TextPieces = { next, return: end, [Symbol.asyncIterator]: () => text }
    return {
      text,
      leaveRest() {
        if (isOver) return
        isOver = true
        watchdog.wait(endingMs)
        void dropRest(body).then(close, close)
      },
    }
  }

  watchdog.wait(deadlines.firstByteMs)
  try {
    const { status, header, text } = await transport({ ...request, signal: exchange.signal })
    return { status, header, ...watched(text[Symbol.asyncIterator]()) }
  } catch (reason) {
    close()
    throw explain(reason, unreachable())
  }
}

async function dropRest(body: AsyncIterator<string>): Promise<void> {
  while ((await body.next()).done !== true);
}

/** The whole body as one text. Throws a `ServiceError` when it is longer than `limit` characters. */
export async function readAll({ text }: Pick<Upstream, 'text'>, limit: number): Promise<string> {
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
