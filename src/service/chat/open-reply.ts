import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import type { ChatCall, Engine } from '#service/engines/engine.ts'
import { refusalOf } from '#service/service-error.ts'

/** What came of a reply in one piece. */
export type Batch = readonly ChatEvent[]

/** A streamed reply that has begun: its first batch, and the iterator that gives the others. */
export interface OpenReply {
  first: Batch
  rest: AsyncIterator<Batch>
}

/** What a stream that ended without an ending amounts to. */
export const cutReply = errorOf('upstream_cut', 'The reply ended before it was finished. Try again.')

/**
 * Asks the engine and waits for the first batch, since a failure known by then can still be an HTTP status.
 * `began` is called when it is there. Rejects with a `ServiceError` when the reply fails before any piece of it.
 */
export async function openReply(engine: Engine, call: ChatCall, began: () => void): Promise<OpenReply> {
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
