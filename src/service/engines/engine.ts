import type { ChatCompletion, ChatRequest } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { writtenMembers } from '#contract/raw-json.ts'
import type { Author } from '#contract/model.ts'
import type { CancellationToken } from '#service/cancellation.ts'

/** One chat request to an engine. */
export interface EngineCall {
  /** The validated request, with the engine's own model id. Unknown fields are kept. */
  request: ChatRequest
  /** The request's original JSON, which preserves how numbers were written; see `requestMembers`. */
  text: string
  /** The caller's headers without secrets, for the built-in model that reports them. */
  headers: Readonly<Record<string, string>>
  /** Cancelled when the caller disconnects. The engine must stop at once. */
  cancellation: CancellationToken
  /** Aborts together with `cancellation`. Created on first use. */
  readonly signal: AbortSignal
  /** The id, time and model id of the reply. */
  identity: CompletionIdentity
}

/**
 * The members of a request to send on or to show, as the caller wrote them: `1.0` stays `1.0`, and integers keep all their
 * digits. Without members that the contract treats as absent, and with the engine's own model id.
 */
export function requestMembers({ request, text }: Pick<EngineCall, 'request' | 'text'>): Map<string, string> {
  const { model, ...others } = request
  // Last, so that a case-insensitive parser, like Go's, reads the id that was validated.
  return writtenMembers(others, text).set('model', JSON.stringify(model))
}

/** Something that answers chats: the built-in models or a server. Its callers see no dialects. */
export interface Engine {
  /** Unique among the configured engines. Appears in logs and metrics, never in a response. */
  readonly name: string
  /** Published with its models as `provider`. Only known providers and local servers have one. */
  readonly label?: string
  /** The author whose own service this is, if any: the author's prices apply here. */
  readonly maker?: Author
  /** The models it currently serves. Rejects with a `ServiceError` if it can't list them. */
  models(signal: AbortSignal): Promise<readonly EngineModel[]>
  /**
   * Starts a streamed reply. Rejects with a `ServiceError` when the engine refuses before the first event. Later outcomes
   * are events, and the last one is `finished` or `failed`. A cancelled reply may end without either, or reject with
   * anything. Batches are never empty. Ending the iteration early stops the engine.
   */
  stream(call: EngineCall): Promise<AsyncIterable<readonly ChatEvent[]>>
  /** Returns a complete reply. Rejects with a `ServiceError`, and never resolves with a partial reply. */
  complete(call: EngineCall): Promise<ChatCompletion>
}
