import type { ChatEvent } from '#contract/chat-event.ts'
import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import type { ChunkEncoder } from '#dialects/chunk-encoder.ts'
import type { StreamWriter } from '#service/api/http-context.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { EngineCall, Engine } from '#service/engines/engine.ts'
import { refusalOf } from '#service/service-error.ts'
import type { HeartbeatTarget, Heartbeats } from './heartbeats.ts'
import { hostsReason } from './open-chats.ts'

/** What one stream is relayed with. */
interface RelayParts {
  encoder: ChunkEncoder
  sink: StreamWriter
  /** Stops when the caller has gone: nothing more is written; or when the host ends the chat, which the caller is told. */
  work: CancellationToken
  /** Says when a comment is due that keeps the stream open. */
  heartbeats: Heartbeats
  /** Reports something thrown, and says what to tell the caller of it. */
  describe(reason: unknown): ErrorDetail
  /** Nothing more will be sent. */
  ended(): void
}

/**
 * Sends a reply on as it comes, at the pace of the slower of engine and caller, and ends the stream. It may still be
 * opening; a rejection ends the stream as `describe` says. Every failure becomes the error frame, and the encoder knows the
 * outcome, which stays undefined when the caller has gone.
 */
export function relayReply(reply: OpenedReply | Promise<OpenedReply>, parts: RelayParts): void {
  void new Relay(parts).run(reply)
}

/** One object a stream, for there are thousands at a time. */
class Relay implements HeartbeatTarget {
  isSilent = false
  readonly #parts: RelayParts
  #isHeld = false

  constructor(parts: RelayParts) {
    this.#parts = parts
  }

  /** Never rejects. */
  async run(reply: OpenedReply | Promise<OpenedReply>): Promise<void> {
    const { encoder, sink, work, heartbeats, describe } = this.#parts
    heartbeats.start(this)
    let rest: OpenedReply['rest'] | undefined
    try {
      const opened = 'then' in reply ? await reply : reply
      rest = opened.rest
      let held = work.isCancelled ? undefined : this.#give(opened.first)
      while (!work.isCancelled) {
        if (held) await held
        if (encoder.outcome) break
        const step = await rest.next()
        if (step.done === true) break
        held = work.isCancelled ? undefined : this.#give(step.value)
      }
      this.#fail(() => cutReply)
    } catch (reason) {
      this.#fail(() => describe(reason))
    } finally {
      heartbeats.stop(this)
      sink.end()
      // Tells the engine to stop, where the reply did not come to its end.
      await rest?.return?.()?.catch(() => undefined)
      this.#over()
    }
  }

  /** Nobody waits for the end of a stream, so a defect here would end the server. */
  #over(): void {
    const { ended, describe } = this.#parts
    try {
      ended()
    } catch (reason) {
      describe(reason)
    }
  }

  beat(): void {
    if (!this.#isHeld) void this.#send(': keep-alive\n\n')
  }

  #give(batch: Batch): Promise<void> | undefined {
    const last = batch.at(-1)
    const frames = this.#parts.encoder.encode(last?.type === 'failed' ? underOurType(batch, last) : batch)
    if (frames === '') return undefined
    this.isSilent = false
    return this.#send(frames)
  }

  #send(frames: string): Promise<void> | undefined {
    const held = this.#parts.sink.write(frames)
    if (!held) return undefined
    this.#isHeld = true
    return held.then(() => {
      this.#isHeld = false
    })
  }

  #fail(explain: () => ErrorDetail): void {
    const { encoder, work } = this.#parts
    if (encoder.outcome) return
    // What breaks because the caller has gone is no failure.
    const error = work.isCancelled ? hostsReason(work)?.detail : explain()
    if (error) void this.#send(encoder.encode([{ type: 'failed', error }]))
  }
}

/** The error frame says what the HTTP answer would have said, had the engine failed before its first piece. */
function underOurType(batch: Batch, failed: Extract<ChatEvent, { type: 'failed' }>): Batch {
  return [...batch.slice(0, -1), { ...failed, error: refusalOf(failed.error).detail }]
}

/** What came of a reply in one piece. */
export type Batch = readonly ChatEvent[]

/** A streamed reply that has begun: its first batch, and the iterator that gives the others. */
export interface OpenedReply {
  first: Batch
  rest: AsyncIterator<Batch>
}

/** What a stream that ended without an ending amounts to. */
const cutReply = errorOf('upstream_cut', 'The reply ended before it was finished. Try again.')

/**
 * Asks the engine and waits for the first batch, since a failure known by then can still be an HTTP status.
 * `began` is called when it is there. Rejects with a `ServiceError` when the reply fails before any piece of it.
 */
export async function openReply(engine: Engine, call: EngineCall, began: () => void): Promise<OpenedReply> {
  const rest = (await engine.stream(call))[Symbol.asyncIterator]()
  const step = await rest.next()
  const error = step.done === true ? cutReply : failureBeforeAnyPiece(step.value)
  if (step.done !== true && !error) {
    began()
    return { first: step.value, rest }
  }
  await rest.return?.()
  throw refusalOf(error ?? cutReply)
}

function failureBeforeAnyPiece(batch: Batch): ErrorDetail | undefined {
  const telling = batch.find(({ type }) => type !== 'started' && type !== 'usage')
  return telling?.type === 'failed' ? telling.error : undefined
}
