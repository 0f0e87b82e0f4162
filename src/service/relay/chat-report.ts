import type { Usage } from '#contract/chat.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { ChatOutcome, ServiceContext } from '#service/service-context.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'

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
export function startChatReport(service: ServiceContext, chat: Chat): ChatReport {
  return new RunningReport(service, chat)
}

/** A class, for it lives as long as a stream. */
class RunningReport implements ChatReport {
  readonly #parts: ServiceContext
  readonly #chat: Chat
  readonly #startedAt: number
  #firstChunkMs: number | undefined

  constructor(service: ServiceContext, chat: Chat) {
    this.#parts = service
    this.#chat = chat
    this.#startedAt = service.clock.now()
  }

  began(): void {
    this.#firstChunkMs = this.#parts.clock.now() - this.#startedAt
  }

  ended(outcome: ChatOutcome, { usage, pieces, code }: ReplySize & { code?: string | null } = {}): void {
    const { log, meter, clock } = this.#parts
    const { requestId, caller, served } = this.#chat
    const model = served.model.id
    const engine = served.engine.name
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
