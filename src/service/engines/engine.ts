import type { ChatCompletion, ChatRequest } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import { writtenMembers } from '#contract/raw-json.ts'
import type { Author, Capability, Model } from '#contract/model.ts'
import type { CancellationToken } from '#service/cancellation.ts'

/** The details that an engine or an override can set. */
export type ModelFacts = Pick<
  Model,
  | 'author'
  | 'slug'
  | 'name'
  | 'description'
  | 'created'
  | 'owned_by'
  | 'status'
  | 'visibility'
  | 'pricing'
  | 'context_length'
  | 'model_type'
  | 'capabilities'
>

/** A model as its engine lists it. `id` is the engine's own; unknown details are absent. */
export interface EngineModel extends Partial<ModelFacts> {
  id: string
  /** Replaces `id` in public if that is a file path. */
  publishedAs?: string
  /** Capabilities the engine rules out, whatever other sources say. */
  lacks?: readonly Capability[]
  /** All request fields that the model supports. */
  supported_parameters?: string[]
}

/** One request to an engine. */
export interface EngineCall {
  /** The validated request with the engine's own model id. Contains unknown fields too. */
  request: ChatRequest
  /** The request's JSON text, which preserves how numbers were written; see `requestMembers`. */
  text: string
  /** The caller's headers, with secrets redacted, for models that display them. */
  headers: Readonly<Record<string, string>>
  /** Cancelled when the caller disconnects; the engine must stop at once. */
  cancellation: CancellationToken
  /** Aborts with `cancellation`. Created on first use. */
  readonly signal: AbortSignal
  /** The id, time and model of the reply. */
  identity: CompletionIdentity
}

/**
 * The request's members as JSON text, exactly as the caller wrote them: `1.0` stays `1.0`, and large integers keep their
 * digits. Without members that the contract treats as absent; the model's id is the engine's own.
 */
export function requestMembers({ request, text }: Pick<EngineCall, 'request' | 'text'>): Map<string, string> {
  const { model, ...others } = request
  // Last, so that case-insensitive parsers such as Go's use the validated id.
  return writtenMembers(others, text).set('model', JSON.stringify(model))
}

/** Answers chats: the built-in models, or a server. Wire dialects end here. */
export interface Engine {
  /** Unique. Appears in logs and metrics, never in responses. */
  readonly name: string
  /** The author whose own service this is, so that author's prices apply. */
  readonly maker?: Author
  /** The models it serves now. Rejects with a `ServiceError` if it can't be reached. */
  models(signal: AbortSignal): Promise<readonly EngineModel[]>
  /**
   * Starts a streamed reply. Rejects with a `ServiceError` if the engine refuses before the first event. Afterwards every
   * outcome is an event, and the last one is `finished` or `failed`; only a cancelled reply may end without either, or
   * reject. Batches are never empty. Ending the iteration early stops the engine.
   */
  stream(call: EngineCall): Promise<AsyncIterable<readonly ChatEvent[]>>
  /** One complete reply. Rejects with a `ServiceError` instead of returning a partial one. */
  complete(call: EngineCall): Promise<ChatCompletion>
}
