import type { Usage } from '#contract/chat.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { Clock } from '#service/clock.ts'
import type { Log } from '#service/log.ts'

/** How a chat came to its end: whole, with an error, or because the caller had gone. */
export type ChatOutcome = 'finished' | 'failed' | 'aborted'

/** How long a reply was: by the engine's count, and by the pieces that a stream had sent when it ended. */
interface ReplySize {
  usage?: Usage
  pieces?: number
}

/** Writes the one line that a chat leaves in the log. Neither keys nor the text of any message enter it. */
export type ChatReport = (outcome: ChatOutcome, details?: ReplySize & { code?: string | null }) => void

/** Starts the measure of one chat; call the report once, when the engine's work is over. `ms` is milliseconds. */
export function startChatReport(log: Log, clock: Clock, requestId: string, served: ServedModel): ChatReport {
  const startedAt = clock.now()
  return (outcome, { usage, pieces, code } = {}) => {
    const fields = {
      requestId,
      model: served.model.id,
      engine: served.engine.name,
      outcome,
      completionTokens: usage?.completion_tokens ?? null,
      ...(pieces !== undefined && { pieces }),
      ms: clock.now() - startedAt,
      ...(code !== undefined && { code }),
    }
    if (outcome === 'failed') log.warn(fields, 'chat failed')
    else log.info(fields, `chat ${outcome}`)
  }
}
