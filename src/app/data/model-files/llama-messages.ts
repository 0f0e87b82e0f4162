import type { ChatEvent } from '#contract/chat-event.ts'
import type { JsonRecord } from '#contract/json.ts'

/** How a model is loaded. */
export interface LoadRequest {
  /** The model's files, in order. */
  files: readonly Blob[]
  /** In tokens. */
  contextLength: number
  /** The most threads to use. Without shared memory there is one in any case. */
  maxThreads: number
  /** How many chats run at a time. They share the context. */
  slots: number
  /** Where the engine's WebAssembly file is cached for use without a network; null if it isn't. */
  cacheName: string | null
}

/** With what a model was loaded. */
export interface LoadedFacts {
  threads: number
  /** Whether a graphics card computes. */
  usesGpu: boolean
}

/** Messages from the page to a model's worker. `call` identifies one chat. */
export type LlamaRequest = { load: LoadRequest } | { call: number; body: JsonRecord } | { call: number; abort: true }

/** Messages from a model's worker to the page. A call ends with `ended`. */
export type LlamaMessage =
  | { ready: true }
  | { bytesRead: number }
  | { loaded: LoadedFacts }
  /** The model couldn't be loaded, or its engine has crashed. In the engine's words. */
  | { crashed: string }
  | { call: number; events: readonly ChatEvent[] }
  | { call: number; ended: true }
