import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Reply } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'

interface ReplyEndingProps {
  reply: Reply
  store: ConversationStore
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
}

/** How a reply ended, where that needs a word, and what can be done next. */
export function ReplyEnding({ reply, store, modelId }: ReplyEndingProps) {
  const { state, failure, finishReason } = reply
  const retry = (
    <Button size="small" onClick={() => store.getState().regenerate(reply.id, modelId ?? reply.modelId)}>
      Retry
    </Button>
  )
  switch (state) {
    case 'waiting':
    case 'streaming':
      return null
    case 'done':
      return finishReason === 'length' ? (
        <p className="text-xs text-text-muted">The reply reached its token limit. Raise Max tokens for more.</p>
      ) : null
    case 'stopped':
      return <p className="text-xs text-text-muted">You stopped this reply.</p>
    case 'failed':
      return (
        <Notice tone="danger" actions={retry}>
          {failure?.message}
        </Notice>
      )
    case 'interrupted':
      return (
        <Notice tone="warning" actions={retry}>
          The connection was lost before the reply was finished. What arrived is kept; retry to ask again.
        </Notice>
      )
  }
}
