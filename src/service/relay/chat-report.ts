import type { Usage } from '#contract/chat.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { ChatOutcome, ServiceContext } from '#service/service-context.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import type { Reservation } from '#service/state/spending.ts'
import { costOfCall, tokensOfCall } from './charges.ts'

/** A reply's length: the engine's token count, the chunks sent by a stream, and the characters of a whole reply. */
interface ReplySize {
  usage?: Usage
  pieces?: number
  replyLength?: number
}

/** Logs, measures and charges one chat. Never contains keys or message text. */
export interface ChatReport {
  recordFirstChunk(): void
  /** Must be called once, when the engine is done. */
  recordEnd(outcome: ChatOutcome, details?: ReplySize & { code?: string | null }): void
}

interface ReportedChat {
  /** The id of the reply, which is unique. */
  id: string
  requestId: string
  caller: KeyHolder
  served: ServedModel
  reservation: Reservation
  /** In characters. */
  requestLength: number
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

  constructor(service: ServiceContext, chat: ReportedChat) {
    this.#service = service
    this.#chat = chat
    this.#startedAt = service.clock.now()
  }

  recordFirstChunk(): void {
    this.#firstChunkMs = this.#service.clock.now() - this.#startedAt
  }

  recordEnd(outcome: ChatOutcome, details: ReplySize & { code?: string | null } = {}): void {
    const { usage, pieces, code } = details
    const { log, meter, clock } = this.#service
    const { requestId, caller, served } = this.#chat
    const model = served.model.id
    const engine = served.engine.name
    const firstChunkMs = this.#firstChunkMs
    const totalMs = clock.now() - this.#startedAt
    meter.chatEnded({ model, engine, outcome, firstChunkMs, totalMs, usage })
    this.#charge(outcome, details, totalMs)
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

  /** Settles the reservation and writes the ledger. */
  #charge(outcome: ChatOutcome, { usage, pieces, replyLength }: ReplySize, totalMs: number): void {
    const { ledger, clock } = this.#service
    const { id, caller, served, reservation, requestLength } = this.#chat
    const tokens = tokensOfCall({ outcome, usage, requestLength, replyLength, pieces })
    const cost = costOfCall(served.model, tokens, usage)
    reservation.settle({ tokens: tokens.input + tokens.output, cost: cost ?? 0 })
    ledger.record({
      id,
      time: clock.now(),
      key: caller.name,
      model: served.model.id,
      engine: served.engine.name,
      outcome,
      input: tokens.input,
      cached: tokens.cachedInput,
      output: tokens.output,
      reasoning: tokens.reasoning,
      estimated: usage === undefined,
      cost: cost ?? null,
      firstMs: this.#firstChunkMs ?? null,
      totalMs,
    })
  }
}
