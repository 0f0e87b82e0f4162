import type { Reply } from '#app/data/message.ts'
import type { Figure } from '#app/chat/figure.ts'
import { figuresOf } from '#app/chat/reply-figures.ts'
import type { ModelOf } from './model-of.ts'

/** What all replies of a conversation took together. */
export interface Total {
  tokensIn: Figure
  tokensOut: Figure
  /** US dollars of the replies whose cost is known; null where there are none. */
  cost: Figure | null
  /** How many replies took tokens whose cost is not known. */
  unpriced: number
  /** How many replies had the higher rates of a long input. */
  longInput: number
}

/**
 * Adds up what every reply took, also those that are no longer shown: they were paid for all the same. A reply that a
 * branch carried into another pane counts once.
 */
export function totalOf(replies: readonly Reply[], modelOf: ModelOf): Total {
  const paid = new Map(replies.map((reply) => [askedOnce(reply), reply]))
  const all = [...paid.values()].map((reply) => figuresOf(reply, modelOf(reply.modelId, reply.connectionId)))
  return {
    tokensIn: sum(all.map(({ tokensIn }) => tokensIn)),
    tokensOut: sum(all.map(({ tokensOut }) => tokensOut)),
    cost: all.some(({ cost }) => cost !== null) ? sum(all.map(({ cost }) => cost)) : null,
    unpriced: all.filter(({ cost, tokensOut }) => tokensOut !== null && cost === null).length,
    longInput: all.filter(({ cost }) => cost?.aboveInputTokens !== undefined).length,
  }
}

/** Copies have ids of their own; when they were sent and when their pieces came tells them from other replies. */
function askedOnce({ createdAt, sentAt, modelId, firstDeltaAt }: Reply): string {
  return `${createdAt} ${sentAt} ${firstDeltaAt} ${modelId}`
}

function sum(figures: readonly (Figure | null)[]): Figure {
  const known = figures.filter((figure) => figure !== null)
  return {
    value: known.reduce((total, { value }) => total + value, 0),
    estimated: known.some(({ estimated }) => estimated),
  }
}
