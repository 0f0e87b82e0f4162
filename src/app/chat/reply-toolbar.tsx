import type { ReactNode } from 'react'
import type { Reply } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'
import { MessageToolbar } from './message-toolbar.tsx'

interface ReplyToolbarProps {
  reply: Reply
  store: ConversationStore
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
  raw: boolean
  onRaw: (raw: boolean) => void
  /** The button that shows the exchange behind the reply. */
  inspect?: ReactNode
}

/** What can be done with a reply that has ended. */
export function ReplyToolbar({ reply, store, modelId, raw, onRaw, inspect }: ReplyToolbarProps) {
  return (
    <div className="-mt-1">
      <MessageToolbar
        message={reply}
        store={store}
        modelId={modelId}
        inspect={inspect}
        menuItems={[{ label: 'Raw text', checked: raw, onSelect: () => onRaw(!raw) }]}
      />
    </div>
  )
}
