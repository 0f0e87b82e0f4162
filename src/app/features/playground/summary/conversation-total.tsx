import { useEffect, useMemo } from 'react'
import { type Figure, figuresOf, tokensOf, formatCost, formatTokens } from '#app/chat/metrics/reply-figures.ts'
import type { ConversationState } from '#app/chat/store/conversation.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { type Message, type Reply, type ToolResult, isOpen } from '#app/data/message.ts'
import type { ModelOf } from '#app/features/playground/panes/choose-models.ts'
import { type TurnUsage, noteConversation } from '#app/models/workload.ts'
import { formatSeconds } from '#app/ui/format.ts'
import { useThrottled } from './use-throttled.ts'

/** The total usage of a conversation. */
export interface ConversationUsage {
  tokensIn: Figure
  tokensOut: Figure
  /** US dollars for the replies whose cost is known; null if there are none. */
  cost: Figure | null
  /** The number of replies with tokens but unknown cost. */
  unpriced: number
  /** The number of replies billed at the higher rates for long input. */
  longInput: number
  /** The number of replies whose tool calls were answered. */
  toolRounds: number
  /** Seconds from sending requests to the last token. */
  modelTime: number
  /** Seconds from the first to the last moment that tools took, in all rounds. */
  toolTime: number
}

/**
 * Sums the usage of all replies, including versions that aren't visible, since they were paid for too. A reply that was
 * copied to another pane with a branch counts once.
 */
export function sumUsage(replies: readonly Reply[], modelOf: ModelOf): ConversationUsage {
  const unique = new Map(replies.map((reply) => [requestKey(reply), reply]))
  const all = [...unique.values()].map((reply) => figuresOf(reply, modelOf(reply.modelId, reply.connectionId)))
  return {
    tokensIn: sum(all.map(({ tokensIn }) => tokensIn)),
    tokensOut: sum(all.map(({ tokensOut }) => tokensOut)),
    cost: all.some(({ cost }) => cost !== null) ? sum(all.map(({ cost }) => cost)) : null,
    unpriced: all.filter(({ cost, tokensOut }) => tokensOut !== null && cost === null).length,
    longInput: all.filter(({ cost }) => cost?.aboveInputTokens !== undefined).length,
    toolRounds: [...unique.values()].filter((reply) => resultsOf(reply).length > 0).length,
    modelTime: seconds([...unique.values()].map(({ sentAt, lastDeltaAt }) => (lastDeltaAt ?? sentAt) - sentAt)),
    toolTime: seconds([...unique.values()].map(toolMilliseconds)),
  }
}

function resultsOf({ toolCalls = [] }: Reply): readonly ToolResult[] {
  return toolCalls.flatMap(({ result }) => (result && result.isDraft !== true ? [result] : []))
}

/** The tools of one reply run at the same time. */
function toolMilliseconds(reply: Reply): number {
  const results = resultsOf(reply)
  if (results.length === 0) return 0
  return Math.max(...results.map(({ endedAt }) => endedAt)) - Math.min(...results.map(({ startedAt }) => startedAt))
}

function seconds(milliseconds: readonly number[]): number {
  return milliseconds.reduce((total, each) => total + Math.max(0, each), 0) / 1000
}

/** Copies have new ids, but the same send and arrival times. */
function requestKey({ createdAt, sentAt, modelId, firstDeltaAt }: Reply): string {
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
const intervalMs = 500

/** The usage of the conversation so far, including all versions of every reply. */
export function ConversationTotal({ panes, modelOf }: ConversationTotalProps) {
  const messageLists = useThrottled(panes, messagesOf, intervalMs)
  const replies = useMemo(
    () => messageLists.flatMap((messages) => messages.filter((message) => message.kind === 'reply')),
    [messageLists],
  )
  const { tokensIn, tokensOut, cost, unpriced, longInput, toolRounds, modelTime, toolTime } = sumUsage(replies, modelOf)
  // Free replies next to replies of unknown price don't make the conversation free.
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
        {toolRounds > 0 && (
          <>
            <dt className="text-text-muted">Tool rounds</dt>
            <dd className="text-end" data-total="tool-rounds" data-value={toolRounds}>
              {toolRounds}
            </dd>
            <dt className="text-text-muted">Model · tool time</dt>
            <dd className="text-end" data-total="tool-time" data-value={toolTime}>
              {formatSeconds(modelTime)} · {formatSeconds(toolTime)}
            </dd>
          </>
        )}
      </dl>
      {longInput > 0 && (
        <p className="text-xs text-text-muted">
          {longInput === 1 ? '1 reply' : `${longInput} replies`} at the higher price for long input
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
 * Records the token usage of the first pane, so that other pages can estimate its cost for other models. Renders
 * nothing.
 */
export function UsageRecorder({ panes }: { panes: readonly Pane[] }) {
  useEffect(() => {
    const store = panes[0]?.store
    if (!store) return undefined
    let lastMessages: readonly Message[] | null = null
    let lastTip: string | null = null
    const record = () => {
      const { messages, tip, running } = store.getState()
      // Not while a reply is streaming: its tokens aren't final, and this would run every frame.
      if (running !== null || (messages === lastMessages && tip === lastTip)) return
      lastMessages = messages
      lastTip = tip
      noteConversation(pathOf({ messages, tip }).flatMap(turnUsage))
    }
    record()
    return store.subscribe(record)
  }, [panes])
  return null
}

function turnUsage(message: Message): TurnUsage[] {
  if (message.kind !== 'reply' || isOpen(message)) return []
  const tokens = tokensOf(message)
  if (!tokens.in || !tokens.out) return []
  return [{ tokensIn: tokens.in.value, tokensOut: tokens.out.value, cachedTokens: tokens.cachedIn }]
}
