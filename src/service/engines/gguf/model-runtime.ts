import type { ChatEvent } from '#contract/chat-event.ts'
import type { GgufFacts } from '#dialects/gguf/read-gguf.ts'
import type { LocalRequest } from './local-request.ts'

/** A model in a file on this machine. */
export interface LocalModel {
  /** Unique in its runtime. The model is published as `local/NAME`. */
  name: string
  /** What its file says; absent if it couldn't be read. */
  facts?: GgufFacts
  /** The context with which it is or will be loaded, in tokens. */
  contextLength: number
  /** Whether its chat template has tools, and the runtime can read the model's calls. */
  callsTools: boolean
  /** Why it can't be called, and what to do, as a sentence. Absent if it can. */
  problem?: string
}

/** One chat with a local model. */
export interface LocalCall {
  /** The name of the model. */
  name: string
  /** Validated, with texts only. */
  request: LocalRequest
  /** The id of the reply; ids of tool calls may derive from it. */
  replyId: string
  /** Aborts when the caller disconnects. The runtime must stop generating within 200 ms. */
  signal: AbortSignal
}

/**
 * What runs local models: a process of the server, or workers of the page. The engine above it is the same for both.
 */
export interface ModelRuntime {
  /** All models that can be called now, loaded or not, and those with a problem. Never rejects. */
  models(): Promise<readonly LocalModel[]>
  /**
   * Streams a reply: `started`, the pieces, `usage`, and `finished` or `failed`. Loads the model first if necessary. A
   * refusal, for instance of a prompt that is too long, is a `failed` as the only event, or a thrown `ServiceError`. After
   * `signal` aborts, it may end without either. Batches are never empty. Ending the iteration early stops the model.
   *
   * Where the engine measures itself, `finished.extra.chunk.timings` has llama.cpp's fields: `prompt_n`, `prompt_ms`,
   * `predicted_n`, `predicted_ms` and `predicted_per_second`.
   */
  chat(call: LocalCall): AsyncIterable<readonly ChatEvent[]>
}
