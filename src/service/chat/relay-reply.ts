import type { ErrorDetail } from '#contract/errors.ts'
import type { FrameSink } from '#service/http/exchange.ts'
import type { Stop } from '#service/stop.ts'
import type { ChunkEncoder } from './chunk-encoder.ts'
import type { Heartbeats } from './heartbeats.ts'
import { hostsReason } from './open-chats.ts'
import { cutReply, type Batch, type OpenReply } from './open-reply.ts'

interface Relay {
  /** May still be opening; a rejection ends the stream as `describe` says. */
  reply: OpenReply | Promise<OpenReply>
  encoder: ChunkEncoder
  sink: FrameSink
  /** Stops when the caller has gone: nothing more is written; or when the host ends the chat, which the caller is told. */
  work: Stop
  /** Says when a comment is due that keeps the stream open. */
  heartbeats: Heartbeats
  /** What to tell the caller of something thrown. */
  describe(reason: unknown): ErrorDetail
  /** Nothing more will be sent. */
  ended(): void
}

/**
 * Sends a reply on as it comes, at the pace of the slower of engine and caller, and ends the stream. Never rejects: every
 * failure becomes the error frame, and the encoder knows the outcome, which stays undefined when the caller has gone.
 */
export async function relayReply({ reply, encoder, sink, work, heartbeats, describe, ended }: Relay): Promise<void> {
  let isHeld = false
  const send = (frames: string) => {
    const held = sink.write(frames)
    if (!held) return undefined
    isHeld = true
    return held.then(() => {
      isHeld = false
    })
  }
  const heartbeat = heartbeats.start(() => {
    if (!isHeld) void send(': keep-alive\n\n')
  })
  const fail = (explain: () => ErrorDetail) => {
    if (encoder.outcome) return
    // What breaks because the caller has gone is no failure.
    const error = work.isStopped ? hostsReason(work)?.detail : explain()
    if (error) void send(encoder.encode([{ type: 'failed', error }]))
  }

  const give = (batch: Batch) => {
    const frames = encoder.encode(batch)
    if (frames === '') return undefined
    heartbeat.isSilent = false
    return send(frames)
  }

  let rest: OpenReply['rest'] | undefined
  try {
    const opened = 'then' in reply ? await reply : reply
    rest = opened.rest
    let held = work.isStopped ? undefined : give(opened.first)
    while (!work.isStopped) {
      if (held) await held
      if (encoder.outcome) break
      const step = await rest.next()
      if (step.done === true) break
      held = work.isStopped ? undefined : give(step.value)
    }
    fail(() => cutReply)
  } catch (reason) {
    fail(() => describe(reason))
  } finally {
    heartbeats.stop(heartbeat)
    sink.end()
    // Tells the engine to stop, where the reply did not come to its end.
    await rest?.return?.()?.catch(() => undefined)
    ended()
  }
}
