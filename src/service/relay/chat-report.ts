import type { Usage } from '#contract/chat.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { ServedBy } from '#service/engines/engine.ts'
import type { ChatOutcome, ServiceContext } from '#service/service-context.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'

/** A reply's length: the engine's token count, and the chunks sent by a stream. */
interface ReplySize {
  usage?: Usage
  pieces?: number
}

/** Logs and measures one chat. Never contains keys or message text. */
export interface ChatReport {
  recordFirstChunk(): void
  /** Who answers, if the model is a route. */
  recordServedBy(by: ServedBy): void
  /** Must be called once, when the engine is done. */
  recordEnd(outcome: ChatOutcome, details?: ReplySize & { code?: string | null }): void
}

interface ReportedChat {
  requestId: string
  caller: KeyHolder
  served: ServedModel
}

/** Starts measuring one chat. The log fields `ms` and `firstMs` are milliseconds. */
export function startChatReport(service: ServiceContext, chat: ReportedChat): ChatReport {
  return new RunningReport(service, chat)
}

class RunningReport implements ChatReport {
  readonly #service: ServiceContext
  readonly #chat: ReportedChat
  readonly #startedAt: number
  #firstChunkMs: number | undefined
  #servedBy: ServedBy | undefined

  constructor(service: ServiceContext, chat: ReportedChat) {
    this.#service = service
    this.#chat = chat
    this.#startedAt = service.clock.now()
  }

  recordFirstChunk(): void {
    this.#firstChunkMs = this.#service.clock.now() - this.#startedAt
  }

  recordServedBy(by: ServedBy): void {
    this.#servedBy = by
  }

  recordEnd(outcome: ChatOutcome, { usage, pieces, code }: ReplySize & { code?: string | null } = {}): void {
    const { log, meter, clock } = this.#service
    const { requestId, caller, served } = this.#chat
    const model = served.model.id
    const engine = this.#servedBy?.engine ?? served.engine.name
    const firstChunkMs = this.#firstChunkMs
    const totalMs = clock.now() - this.#startedAt
    meter.chatEnded({ model, engine, outcome, firstChunkMs, totalMs, usage })
    const fields = {
      requestId,
      caller: caller.name,
      model,
      engine,
      outcome,
      completionTokens: usage?.completion_tokens ?? null,
      pieces,
      firstMs: firstChunkMs,
      ms: totalMs,
      code,
    }
    if (outcome === 'failed') log.warn(fields, 'chat failed')
    else log.info(fields, `chat ${outcome}`)
  }
}
