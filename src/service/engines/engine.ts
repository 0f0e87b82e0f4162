import type { ChatCompletion, ChatRequest } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { writtenMembers } from '#contract/raw-json.ts'
import type { Author } from '#contract/model.ts'
import type { CancellationToken } from '#service/cancellation.ts'

/** One request on its way to an engine. */
export interface EngineCall {
  /** The checked request, with the engine's own model id; fields that we do not know are still in it. */
  request: ChatRequest
  /** The JSON text in which the request came, with numbers as they were written; see `requestMembers`. */
  text: string
  /** The caller's headers for a model that reports them, with every secret already taken out. */
  headers: Readonly<Record<string, string>>
  /** Stops when the caller has gone; the engine's work must stop at once. */
  cancellation: CancellationToken
  /** Aborts at the same time; made when it is first asked for. */
  readonly signal: AbortSignal
  /** Under which name the reply goes out. */
  identity: CompletionIdentity
}

/**
 * The members of a request to send on or to show, each as the caller wrote it: `1.0` stays `1.0`, and integers keep all
 * their digits. Left out is what the contract reads as absent; the model's id is the engine's own.
 */
export function requestMembers({ request, text }: Pick<EngineCall, 'request' | 'text'>): Map<string, string> {
  const { model, ...others } = request
  // Last, so that a parser that takes names in any case for one, as Go's does, gets the id that was checked.
  return writtenMembers(others, text).set('model', JSON.stringify(model))
}

/** Something that answers chats: the built-in models, or a server somewhere. Dialects stop here. */
export interface Engine {
  /** Unique among the configured engines; appears in logs and metrics, never in an answer to a chat or of the catalogue. */
  readonly name: string
  /** Whose own service it is, where that is known: what this author charges is charged here. */
  readonly maker?: Author
  /** The models it serves now. Rejects with a `ServiceError` when it cannot be asked. */
  models(signal: AbortSignal): Promise<readonly EngineModel[]>
  /**
   * Starts a streamed reply. Rejects with a `ServiceError` when the engine refuses before the first event; afterwards
   * every outcome is an event, and the last one is `finished` or `failed`. A reply that was stopped may end without
   * either, or reject with anything. Batches are never empty. Ending the iteration early stops the engine.
   */
  stream(call: EngineCall): Promise<AsyncIterable<readonly ChatEvent[]>>
  /** One whole reply. Rejects with a `ServiceError` rather than resolve with a part of it. */
  complete(call: EngineCall): Promise<ChatCompletion>
}
