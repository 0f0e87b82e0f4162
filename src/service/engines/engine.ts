import type { ChatCompletion, ChatRequest } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import type { JsonRecord } from '#contract/json.ts'
import { writtenMembers } from '#contract/raw-json.ts'
import type { Author, Model } from '#contract/model.ts'
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
  /** The request as a member of a route should get it, in its interface's terms. Never changes its argument. */
  adapt?(request: ChatRequest, engine: Engine): ChatRequest
  /** Called by a route before the first event of a reply: who answers. */
  onServed?(by: ServedBy): void
}

/** The member of a route that answered. */
export interface ServedBy {
  /** The name of the engine. */
  engine: string
  /** The engine's own id of the model. */
  model: string
  /** What this member costs. Omitted: as the route, because its own price is unknown, or the operator priced the route. */
  pricing?: Model['pricing']
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

/** What an endpoint besides chat may answer with. */
export type ForwardedKind = 'json' | 'events' | 'text' | 'audio'

/** One request to an endpoint besides chat, which goes through without being understood. */
export interface ForwardCall {
  /** Below the engine's base URL, such as `audio/speech`. */
  path: string
  /** With the engine's own model id. Chunks are pulled as the engine takes them; their failure ends the exchange. */
  body: string | AsyncIterable<Uint8Array>
  contentType: string
  /** The length of a body in chunks, in bytes. Undefined if unknown. */
  length?: number | undefined
  /** Anything else is an invalid answer. */
  kinds: readonly ForwardedKind[]
  /** Cancelled when the caller disconnects. */
  cancellation: CancellationToken
}

/** A successful answer that has begun. */
export interface ForwardedAnswer {
  kind: ForwardedKind
  /** Always of the answer's kind, so that no browser shows it as a page. */
  contentType: string
  /** As it arrives. Throws a `ServiceError` when the engine stalls or disconnects. Ending it early stops the engine. */
  body: AsyncIterable<Uint8Array<ArrayBuffer>>
  /**
   * The `usage` at the end of a complete answer, as the engine wrote it; undefined if there is none. For a transcription
   * with only a `duration`, `{type: 'duration', seconds}`.
   */
  usage(): JsonRecord | undefined
  /** The member that answered, if the model is a route. */
  servedBy?: ServedBy
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
  /**
   * The input tokens of a request, counted without a reply. Rejects with a `ServiceError`, with status 404 if there is no
   * such model or endpoint. Absent if the engine can't count.
   */
  countTokens?(call: Pick<EngineCall, 'request' | 'cancellation'>): Promise<number>
  /**
   * Passes a request on to another endpoint. Rejects with a `ServiceError` until the answer begins. Absent if the engine
   * has no other endpoints, as the built-in models.
   */
  forward?(call: ForwardCall): Promise<ForwardedAnswer>
}
