import type { ChatEvent } from '#contract/chat-event.ts'
import type { LocalRequest } from '#service/engines/gguf/local-request.ts'

// What the server and the process of a model send each other.

/** How a model is loaded. */
export interface LoadOptions {
  /** The model's file, or the first of a split model. */
  path: string
  /** For each slot, in tokens. */
  contextLength: number
  /** How many chats run at a time. */
  slots: number
  threads: number
  gpu: 'auto' | 'off'
  /** The resolved entry of node-llama-cpp. */
  library: string
}

/** The first message is `load`; `chat` follows once the model is ready. */
export type ToModelProcess =
  | { kind: 'load'; options: LoadOptions }
  | { kind: 'chat'; id: number; request: LocalRequest; replyId: string }
  | { kind: 'cancel'; id: number }

/** Each chat gets `events` and then one `ended`, also when it was cancelled: its slot is free then. */
export type FromModelProcess =
  | { kind: 'ready' }
  /** `isLasting` when another try with the same file fails, too. */
  | { kind: 'unusable'; message: string; isLasting: boolean }
  | { kind: 'events'; id: number; events: readonly ChatEvent[] }
  | { kind: 'ended'; id: number; tokens: number; ms: number }
