import type { Usage } from '#contract/chat.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { KeyHolder } from '#service/key-ring.ts'
import type { ChatOutcome } from '#service/meter.ts'
import type { ServiceParts } from '#service/service-parts.ts'

/** How long a reply was: by the engine's count, and by the pieces that a stream had sent when it ended. */
interface ReplySize {
  usage?: Usage
  pieces?: number
}

/** Tells log and meter of one chat. Neither keys nor the text of any message enter them. */
export interface ChatReport {
  /** The engine has given its first chunk. */
  began(): void
  /** The engine's work is over: to be called once. */
  ended(outcome: ChatOutcome, details?: ReplySize & { code?: string | null }): void
}

interface Chat {
  requestId: string
  caller: KeyHolder
  served: ServedModel
}

/** Starts the measure of one chat. `ms` and `firstMs` of its line are milliseconds. */
export function startChatReport({ log, meter, clock }: ServiceParts, { requestId, caller, served }: Chat): ChatReport {
  const startedAt = clock.now()
  const model = served.model.id
  const engine = served.engine.name
  let firstChunkMs: number | undefined
  return {
    began() {
      firstChunkMs = clock.now() - startedAt
    },
    ended(outcome, { usage, pieces, code } = {}) {
      const totalMs = clock.now() - startedAt
      meter.chatEnded({ model, engine, outcome, firstChunkMs, totalMs, usage })
      const fields = {
        requestId,
        caller: caller.name,
        model,
        engine,
        outcome,
        completionTokens: usage?.completion_tokens ?? null,
        ...(pieces !== undefined && { pieces }),
        ...(firstChunkMs !== undefined && { firstMs: firstChunkMs }),
        ms: totalMs,
        ...(code !== undefined && { code }),
      }
      if (outcome === 'failed') log.warn(fields, 'chat failed')
      else log.info(fields, `chat ${outcome}`)
    },
  }
}
