import { useEffect, useMemo } from 'react'
import type { ConversationState } from '#app/chat/conversation.ts'
import { costWords, countWords } from '#app/chat/figure-words.ts'
import { pathOf } from '#app/chat/message-tree.ts'
import { tokensOf } from '#app/chat/reply-tokens.ts'
import type { Pane } from '#app/chat/workspace.ts'
import { type Message, isOpen } from '#app/data/message.ts'
import { type TurnUsage, noteConversation } from '#app/models/workload.ts'
import type { ModelOf } from './model-of.ts'
import { totalOf } from './total-of.ts'
import { useSeldom } from './use-seldom.ts'

interface ConversationTotalProps {
  panes: readonly Pane[]
  modelOf: ModelOf
}

const messagesOf = ({ messages }: ConversationState) => messages
const pause = 500

/** What the conversation has taken so far, with every version of every reply in it. */
export function ConversationTotal({ panes, modelOf }: ConversationTotalProps) {
  const seen = useSeldom(panes, messagesOf, pause)
  const replies = useMemo(
    () => seen.flatMap((messages) => messages.filter((message) => message.kind === 'reply')),
    [seen],
  )
  const { tokensIn, tokensOut, cost, unpriced, longInput } = totalOf(replies, modelOf)
  // Free replies beside some of unknown price don't make a conversation free.
  const known = cost !== null && (cost.value > 0 || unpriced === 0) ? cost : null
  return (
    <section aria-label="This conversation" className="grid gap-1 border-t border-line pt-3 text-sm tabular-nums">
      <h2 className="label">This conversation</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
        <dt className="text-text-muted">Tokens</dt>
        <dd>
          {countWords(tokensIn)} in · {countWords(tokensOut)} out
        </dd>
        <dt className="text-text-muted">Cost so far</dt>
        <dd className="text-end" data-total="cost" data-value={known?.value ?? ''}>
          {costWords(known)}
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
export function RememberedUsage({ panes }: { panes: readonly Pane[] }) {
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
