import type { ChatMessage, Usage } from '#contract/chat.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { ServedBy } from '#service/engines/engine.ts'
import type { ChatOutcome, ServiceContext } from '#service/service-context.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import type { LedgerEntry } from '#service/state/ledger.ts'
import { loggedCall, replyText, textsOf } from '#service/state/request-log.ts'
import type { Reservation } from '#service/state/spending.ts'
import { costOfCall, tokensOfCall } from './charges.ts'

/** A reply's length: the engine's token count, the chunks sent by a stream, and the characters of a whole reply. */
interface ReplySize {
  usage?: Usage
  pieces?: number
  replyLength?: number
  /** For the request log, if it keeps texts. */
  text?: string | undefined
}

/** Logs, measures and charges one chat. Never contains keys; message text only for a request log that keeps it. */
export interface ChatReport {
  recordFirstChunk(): void
  /** Who answers, if the model is a route. */
  recordServedBy(by: ServedBy): void
  /** The reply is a replay: no engine was called, and nothing is charged. */
  recordReplay(): void
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
  endpoint: string
  messages: readonly ChatMessage[]
}

/** Stands for the engine in the log, the metrics and the ledger. No engine has this name. */
const replayEngineName = 'replay cache'

const noTokens = { input: 0, cachedInput: 0, output: 0, reasoning: 0 }

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
  #isReplay = false

  constructor(service: ServiceContext, chat: ReportedChat) {
    this.#service = service
    this.#chat = chat
    this.#startedAt = service.clock.now()
    this.#announce()
  }

  /** Records the start of the call, so that its input counts even if the process is killed. */
  #announce(): void {
    const { ledger } = this.#service
    if (!ledger.begin) return
    const { id, caller, served, requestLength } = this.#chat
    const nothingYet = { usage: undefined, pieces: undefined, replyLength: undefined }
    const tokens = tokensOfCall({ outcome: 'aborted', requestLength, ...nothingYet })
    const cost = costOfCall(served.model, tokens, undefined) ?? null
    const about = { key: caller.name, model: served.model.id, engine: served.engine.name }
    ledger.begin({ id, time: this.#startedAt, ...about, input: tokens.input, cost })
  }

  recordFirstChunk(): void {
    this.#firstChunkMs = this.#service.clock.now() - this.#startedAt
  }

  recordServedBy(by: ServedBy): void {
    this.#servedBy = by
  }

  recordReplay(): void {
    this.#isReplay = true
  }

  recordEnd(outcome: ChatOutcome, details: ReplySize & { code?: string | null } = {}): void {
    const { pieces, code } = details
    // The tokens of a replay were counted when an engine wrote them.
    const usage = this.#isReplay ? undefined : details.usage
    const { log, meter, clock } = this.#service
    const { requestId, caller, served } = this.#chat
    const model = served.model.id
    const engine = this.#engineName
    const firstChunkMs = this.#firstChunkMs
    const totalMs = clock.now() - this.#startedAt
    meter.chatEnded({ model, engine, outcome, firstChunkMs, totalMs, usage })
    const entry = this.#charge(outcome, details, totalMs)
    meter.callCharged(entry)
    this.#keepInRequestLog(entry, details)
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

  get #engineName(): string {
    return this.#isReplay ? replayEngineName : (this.#servedBy?.engine ?? this.#chat.served.engine.name)
  }

  /** Settles the reservation and writes the ledger. */
  #charge(outcome: ChatOutcome, { usage, pieces, replyLength }: ReplySize, totalMs: number): LedgerEntry {
    const { ledger, clock } = this.#service
    const { id, caller, served, reservation, requestLength } = this.#chat
    const tokens = this.#isReplay ? noTokens : tokensOfCall({ outcome, usage, requestLength, replyLength, pieces })
    const { pricing } = this.#servedBy ?? {}
    const cost = this.#isReplay ? 0 : costOfCall(pricing ? { pricing } : served.model, tokens, usage)
    reservation.settle({ tokens: tokens.input + tokens.output, cost: cost ?? 0 })
    const entry: LedgerEntry = {
      id,
      time: clock.now(),
      key: caller.name,
      model: served.model.id,
      engine: this.#engineName,
      outcome,
      input: tokens.input,
      cached: tokens.cachedInput,
      output: tokens.output,
      reasoning: tokens.reasoning,
      estimated: usage === undefined && !this.#isReplay,
      cost: cost ?? null,
      firstMs: this.#firstChunkMs ?? null,
      totalMs,
    }
    ledger.record(entry)
    return entry
  }

  #keepInRequestLog(entry: LedgerEntry, { code, text }: ReplySize & { code?: string | null }): void {
    const { requestLog } = this.#service
    if (!requestLog) return
    const { requestId, endpoint, messages } = this.#chat
    const texts = requestLog.keepsTexts
      ? { messages: textsOf(messages), reply: replyText(text ?? '') }
      : { messages: null, reply: null }
    requestLog.record(loggedCall(entry, { request_id: requestId, endpoint, code: code ?? null, ...texts }))
  }
}
