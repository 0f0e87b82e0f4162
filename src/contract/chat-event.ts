import type { FinishReason, Usage } from './chat.ts'
import type { ErrorDetail } from './errors.ts'
import type { JsonRecord } from './json.ts'

/** Unknown fields, kept at their level so that they can be forwarded. */
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

/** A piece that a reader may have merged from several consecutive ones. */
interface MergeablePiece extends Piece {
  /** How many pieces it was merged from; 1 when absent. */
  pieces?: number
  /** When the first and the last of them arrived, in milliseconds of the reader's clock. Absent if not measured. */
  arrived?: { first: number; last: number }
}

/** A token that the model chose, and the most likely ones at its place, with natural logarithms of their probabilities. */
export interface TokenProbability {
  token: string
  logprob: number
  top: readonly (readonly [token: string, logprob: number])[]
}

interface TextPiece extends MergeablePiece {
  text: string
  /** Read from `extra` by a reader that wants them; see `readTokenProbabilities`. */
  tokens?: TokenProbability[]
}

/** Part of a tool call: `id` and `name` come once, `arguments` is JSON text to append. */
export interface ToolPiece extends MergeablePiece {
  type: 'tool'
  index: number
  id?: string
  name?: string
  arguments?: string
}

/**
 * The events of a reply, independent of the engine. A successful reply ends with exactly one `finished`, a failed one
 * with exactly one `failed`. A stream that ends with neither was interrupted.
 */
export type ChatEvent =
  /** `sentAt` is when the request was sent, in milliseconds of the reader's clock. Absent if not measured. */
  | { type: 'started'; id?: string; created?: number; model?: string; sentAt?: number }
  | ({ type: 'text' } & TextPiece)
  | ({ type: 'reasoning' } & TextPiece)
  | ToolPiece
  | { type: 'usage'; usage: Usage }
  /** `choiceExtras` came with a choice's finish reason, `extra` with a chunk that had no choices. */
  | { type: 'finished'; reasons: Record<number, FinishReason>; extra?: Extra; choiceExtras?: Record<number, Extra> }
  /**
   * `status` is the HTTP status of a refused request. `retryAt` is the earliest time to retry that the service allows, in
   * milliseconds since the epoch. Each is absent if unknown.
   */
  | { type: 'failed'; error: ErrorDetail; status?: number; retryAt?: number }

/**
 * Whether an event is content or the end of a reply. Until then, nothing of the reply is lost if another one replaces it.
 * Many replies begin with an empty text beside fields like `"refusal": null`.
 */
export function isContentOrEnd(event: ChatEvent): boolean {
  switch (event.type) {
    case 'started':
    case 'usage':
      return false
    case 'text':
    case 'reasoning':
      return event.text !== '' || hasContent(event.extra)
    case 'tool':
    case 'finished':
    case 'failed':
      return true
    default:
      return unreachable(event)
  }
}

/** Unknown fields of a delta may be content, such as sound, images or a signature. Those of a chunk never are. */
function hasContent(extra: Extra | undefined): boolean {
  return extra !== undefined && !(isBlank(extra.delta) && isBlank(extra.choice?.['logprobs']))
}

function isBlank(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined || value === ''
  return value === null || Object.values(value).every(isBlank)
}

/** Exhaustiveness check for a `switch` over a union: a missing case fails to compile. */
export function unreachable(event: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(event)}`)
}
