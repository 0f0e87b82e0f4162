import type { ChatCompletion, ChatRequest } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { ChunkEncoder } from '#dialects/chunk-encoder.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import type { Engine } from '#service/engines/engine.ts'
import type { JsonBody } from './request-body.ts'

/**
 * An interface by which clients chat: chat completions, Anthropic's Messages or OpenAI's Responses. All of them share one
 * path (`chat.ts`): keys, limits, body limits, validation, choice of the engine, heartbeats, cancellation, log and metrics.
 * A dialect only reads the request and writes the reply. Engines and the relay see the contract's requests and events.
 */
export interface ChatDialect {
  /** For logs and metrics. */
  readonly route: string
  /** Whether the key may also come as `x-api-key`. */
  readonly takesKeyHeader: boolean
  /** Reads a request and validates it against the contract. Throws a `ServiceError` to refuse. */
  read(body: JsonBody): DialectRequest
  /** The body of an error response. */
  errorBody(error: ErrorDetail, requestId: string): object
}

/** One request of a dialect, and how to write its reply. */
export interface DialectRequest {
  readonly request: ChatRequest
  /** The JSON text whose digits the engine gets; see `EngineCall`. */
  readonly text: string
  /** The request as this engine should get it. Never changes its argument, since a route may ask several engines. */
  adapt?(request: ChatRequest, engine: Engine): ChatRequest
  /** The body of a whole reply. Throws a `ServiceError` if the reply can't be written. */
  writeWhole(completion: ChatCompletion): string
  createEncoder(identity: CompletionIdentity, requestId: string): ChunkEncoder
}
