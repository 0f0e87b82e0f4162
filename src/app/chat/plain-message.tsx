import type { Message } from '#app/data/message.ts'
import { roleNames } from '#app/data/role-names.ts'
import { Button } from '#app/ui/button.tsx'
import { retryParts } from '#app/ui/lazy-part.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ConversationStore } from './conversation-store.ts'

interface PlainMessageProps {
  message: Message
  store: ConversationStore
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
  isLast: boolean
}

/**
 * A message where what draws messages could not be fetched: what was said stands all the same, and below the last one,
 * once for all of them, why and what to do.
 */
export function PlainMessage({ message, store, modelId, isLast }: PlainMessageProps) {
  const reply = message.kind === 'reply' ? message : undefined
  const { id, text } = message
  const name = message.kind === 'reply' ? message.modelId : roleNames[message.role]
  return (
    <article
      aria-label={reply ? `Reply from ${name}` : name}
      data-state={reply?.state}
      data-message={id}
      className="grid gap-3"
    >
      <p data-part="label" className="label">
        {name}
      </p>
      {text !== '' && (
        <p
          data-part="text"
          className={`text-md wrap-anywhere whitespace-pre-wrap ${reply ? '' : 'rounded-lg bg-tint px-3.5 py-2.5'}`}
        >
          {text}
        </p>
      )}
      {isLast && reply?.state !== 'waiting' && (
        <Notice
          tone="danger"
          actions={
            <Button
              size="small"
              onClick={({ currentTarget }) => {
                // The button goes with what it belongs to.
                currentTarget.closest<HTMLElement>('[role=log]')?.focus()
                void retryParts()
                if (reply?.failure) store.getState().regenerate(id, modelId ?? reply.modelId)
              }}
            >
              Retry
            </Button>
          }
        >
          {reply?.failure?.message ?? 'Part of this page could not be loaded.'}
        </Notice>
      )}
    </article>
  )
}
