import type { Model } from '#contract/model.ts'
import type { ChatCall } from '#service/engines/engine.ts'

/** What a built-in model answers. */
export interface BuiltInReply {
  /** The reply in pieces, each made when asked for. No token may span two of them. */
  pieces: Iterable<string>
  /** A pace that the prompt itself asks for; it goes before every other. 0 is as fast as possible. */
  tokensPerSecond?: number
}

/** A small model that runs inside Parley. Counting, pacing, `max_tokens` and `stop` are the engine's work, not its own. */
export interface BuiltInModel {
  /** Complete: nothing of it is left to be guessed. */
  readonly model: Model
  /** How many times the usual pace it goes at where nobody sets one; 1 where absent. */
  readonly haste?: number
  /** Begins a reply. Throws a `ServiceError` when a field that it reads is not valid. */
  reply(call: ChatCall): BuiltInReply
}
