import { useEffect, useMemo } from 'react'
import { type Figure, figuresOf, tokensOf, formatCost, formatTokens } from '#app/chat/metrics/reply-figures.ts'
import type { ConversationState } from '#app/chat/store/conversation.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { type Message, type Reply, isOpen } from '#app/data/message.ts'
import type { ModelOf } from '#app/features/playground/panes/choose-models.ts'
import { type TurnUsage, noteConversation } from '#app/models/workload.ts'
import { useThrottled } from './use-throttled.ts'

/** What all replies of a conversation took together. */
export interface ConversationUsage {
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
export function sumUsage(replies: readonly Reply[], modelOf: ModelOf): ConversationUsage {
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

interface ConversationTotalProps {
  panes: readonly Pane[]
  modelOf: ModelOf
}

const messagesOf = ({ messages }: ConversationState) => messages
const pause = 500

/** What the conversation has taken so far, with every version of every reply in it. */
export function ConversationTotal({ panes, modelOf }: ConversationTotalProps) {
  const seen = useThrottled(panes, messagesOf, pause)
  const replies = useMemo(
    () => seen.flatMap((messages) => messages.filter((message) => message.kind === 'reply')),
    [seen],
  )
  const { tokensIn, tokensOut, cost, unpriced, longInput } = sumUsage(replies, modelOf)
  // Free replies beside some of unknown price don't make a conversation free.
  const known = cost !== null && (cost.value > 0 || unpriced === 0) ? cost : null
  return (
    <section aria-label="This conversation" className="grid gap-1 border-t border-line pt-3 text-sm tabular-nums">
      <h2 className="label">This conversation</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
        <dt className="text-text-muted">Tokens</dt>
        <dd>
          {formatTokens(tokensIn)} in · {formatTokens(tokensOut)} out
        </dd>
        <dt className="text-text-muted">Cost so far</dt>
        <dd className="text-end" data-total="cost" data-value={known?.value ?? ''}>
          {formatCost(known)}
        </dd>
      </dl>
      {longInput > 0 && (
        <p className="text-xs text-text-muted">
          {longInput === 1 ? 'One reply' : `${longInput} replies`} at the higher price for long input
        </p>
      )}
      {unpriced > 0 && known && (
        <p className="text-xs text-text-muted">
          Excludes {unpriced === 1 ? '1 reply' : `${unpriced} replies`} with an unknown price
        </p>
      )}
    </section>
  )
}

/**
 * Remembers the tokens of the conversation as shown in the first pane, so that other pages can tell what it would cost on
 * each model. Draws nothing.
 */
export function UsageRecorder({ panes }: { panes: readonly Pane[] }) {
  useEffect(() => {
    const store = panes[0]?.store
    if (!store) return undefined
    let noted: readonly Message[] | null = null
    let notedTip: string | null = null
    const note = () => {
      const { messages, tip, running } = store.getState()
      // Not while a reply grows: its tokens aren't final, and this would run with every frame.
      if (running !== null || (messages === noted && tip === notedTip)) return
      noted = messages
      notedTip = tip
      noteConversation(pathOf({ messages, tip }).flatMap(usageOf))
    }
    note()
    return store.subscribe(note)
  }, [panes])
  return null
}

function usageOf(message: Message): TurnUsage[] {
  if (message.kind !== 'reply' || isOpen(message)) return []
  const tokens = tokensOf(message)
  if (!tokens.in || !tokens.out) return []
  return [{ tokensIn: tokens.in.value, tokensOut: tokens.out.value, cachedTokens: tokens.cachedIn }]
}
