import { type ChatEvent, isContentOrEnd } from '#contract/chat-event.ts'
import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import type { ChunkEncoder } from '#dialects/chunk-encoder.ts'
import type { StreamWriter } from '#service/api/http-context.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { EngineCall, Engine } from '#service/engines/engine.ts'
import { refusalOf } from '#service/service-error.ts'
import type { HeartbeatTarget, Heartbeats } from './heartbeats.ts'
import { shutdownReason } from './active-chats.ts'

interface RelayOptions {
  encoder: ChunkEncoder
  writer: StreamWriter
  /** Cancelled when the caller disconnects, or by shutdown, which the caller gets as an error. */
  cancellation: CancellationToken
  heartbeats: Heartbeats
  /** Logs a thrown value and returns the error for the caller. */
  toErrorDetail(reason: unknown): ErrorDetail
  /** Called once, after the last frame. */
  onEnd(): void
}

/**
 * Relays a reply, which may still be opening, at the pace of the slower of engine and caller, and ends the stream. Every
 * failure becomes an error frame. The encoder holds the outcome, which stays undefined if the caller disconnected.
 */
export function relayReply(reply: OpenedReply | Promise<OpenedReply>, options: RelayOptions): void {
  void new Relay(options).run(reply)
}

/** One instance per stream; keep it small. */
class Relay implements HeartbeatTarget {
  isSilent = false
  readonly #options: RelayOptions
  #isBlocked = false

  constructor(options: RelayOptions) {
    this.#options = options
  }

  /** Never rejects. */
  async run(reply: OpenedReply | Promise<OpenedReply>): Promise<void> {
    const { encoder, writer, cancellation, heartbeats, toErrorDetail } = this.#options
    heartbeats.start(this)
    let rest: OpenedReply['rest'] | undefined
    try {
      const opened = 'then' in reply ? await reply : reply
      rest = opened.rest
      let blocked = cancellation.isCancelled ? undefined : this.#relay(opened.first)
      while (!cancellation.isCancelled) {
        if (blocked) await blocked
        if (encoder.outcome) break
        const step = await rest.next()
        if (step.done === true) break
        blocked = cancellation.isCancelled ? undefined : this.#relay(step.value)
      }
      this.#fail(() => cutReply)
    } catch (reason) {
      this.#fail(() => toErrorDetail(reason))
    } finally {
      heartbeats.stop(this)
      writer.end()
      // Stops the engine if the reply hasn't ended.
      await rest?.return?.()?.catch(() => undefined)
      this.#notifyEnd()
    }
  }

  /** Nothing awaits `run`, so an exception here would crash the process. */
  #notifyEnd(): void {
    const { onEnd, toErrorDetail } = this.#options
    try {
      onEnd()
    } catch (reason) {
      toErrorDetail(reason)
    }
  }

  beat(): void {
    if (!this.#isBlocked) void this.#send(': keep-alive\n\n')
  }

  #relay(batch: Batch): Promise<void> | undefined {
    const last = batch.at(-1)
    const frames = this.#options.encoder.encode(last?.type === 'failed' ? withPublicError(batch, last) : batch)
    if (frames === '') return undefined
    this.isSilent = false
    return this.#send(frames)
  }

  #send(frames: string): Promise<void> | undefined {
    const blocked = this.#options.writer.write(frames)
    if (!blocked) return undefined
    this.#isBlocked = true
    return blocked.then(() => {
      this.#isBlocked = false
    })
  }

  #fail(explain: () => ErrorDetail): void {
    const { encoder, cancellation } = this.#options
    if (encoder.outcome) return
    // A failure after the caller disconnected isn't reported.
    const error = cancellation.isCancelled ? shutdownReason(cancellation)?.detail : explain()
    if (error) void this.#send(encoder.encode([{ type: 'failed', error }]))
  }
}

/** The error frame has the same content as the HTTP error before the first chunk would have. */
function withPublicError(batch: Batch, failed: Extract<ChatEvent, { type: 'failed' }>): Batch {
  return [...batch.slice(0, -1), { ...failed, error: refusalOf(failed.error).detail }]
}

/** The events decoded from one chunk of a reply. */
export type Batch = readonly ChatEvent[]

/** A streamed reply that has begun: its first batch, and an iterator over the others. */
export interface OpenedReply {
  first: Batch
  rest: AsyncIterator<Batch>
}

/** For streams that end without `finished` or `failed`. */
const cutReply = errorOf('upstream_cut', 'The reply ended early. Try again.')

/**
 * Calls the engine and waits for the first batch, since a failure until then can still become an HTTP status. Rejects with
 * a `ServiceError` if the reply fails before any content.
 */
export async function openReply(
  engine: Pick<Engine, 'stream'>,
  call: EngineCall,
  onFirstBatch: () => void,
): Promise<OpenedReply> {
  const rest = (await engine.stream(call))[Symbol.asyncIterator]()
  const step = await rest.next()
  const error = step.done === true ? cutReply : failureBeforeContent(step.value)
  if (step.done !== true && !error) {
    onFirstBatch()
    return { first: step.value, rest }
  }
  await rest.return?.()
  throw refusalOf(error ?? cutReply)
}

function failureBeforeContent(batch: Batch): ErrorDetail | undefined {
  const telling = batch.find(isContentOrEnd)
  return telling?.type === 'failed' ? telling.error : undefined
}
