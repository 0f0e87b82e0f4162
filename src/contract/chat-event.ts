import type { FinishReason, Usage } from './chat.ts'
import type { ErrorDetail } from './errors.ts'
import type { JsonRecord } from './json.ts'

/** Fields that we do not name, kept where they stood so that they survive the way through. */
export interface Extra {
  chunk?: JsonRecord
  choice?: JsonRecord
  delta?: JsonRecord
}

/** A piece of one choice of the reply; `choice` is its index. */
interface Piece {
  choice: number
  extra?: Extra
}

/** A piece that a reader may have merged from several that followed each other. */
interface MergeablePiece extends Piece {
  /** How many pieces it was merged from; 1 when absent. */
  pieces?: number
  /** When the first and the last of them came, in milliseconds of the reader's clock, where the reader has told. */
  arrived?: { first: number; last: number }
}

interface TextPiece extends MergeablePiece {
  text: string
}

/** A tool call as it grows: `id` and `name` come once, `arguments` is a piece of JSON text to append. */
export interface ToolPiece extends MergeablePiece {
  type: 'tool'
  index: number
  id?: string
  name?: string
  arguments?: string
}

/**
 * Everything that can happen in a reply, whichever engine gives it. A reply that went well ends in exactly one
 * `finished`, any other in exactly one `failed`; nothing follows either. A stream that ends in neither was interrupted.
 */
export type ChatEvent =
  /** `sentAt` is when the request was sent, in milliseconds of the reader's clock, where the reader has told. */
  | { type: 'started'; id?: string; created?: number; model?: string; sentAt?: number }
  | ({ type: 'text' } & TextPiece)
  | ({ type: 'reasoning' } & TextPiece)
  | ToolPiece
  | { type: 'usage'; usage: Usage }
  /** `choiceExtras` came with a choice's finish reason, `extra` with a chunk that had no choices. */
  | { type: 'finished'; reasons: Record<number, FinishReason>; extra?: Extra; choiceExtras?: Record<number, Extra> }
  /**
   * `status` is the HTTP status of a refusal, where it was one and the reader has told; `retryAt` is when the service
   * wants to be asked again at the earliest, in milliseconds since the epoch, where it said so.
   */
  | { type: 'failed'; error: ErrorDetail; status?: number; retryAt?: number }

/** For the last line of a fold over a closed union: a member without its case fails to compile. */
export function unreachable(event: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(event)}`)
}
