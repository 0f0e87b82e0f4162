import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import type { Reply } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'

interface ReplyToolbarProps {
  reply: Reply
  store: ConversationStore
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
  raw: boolean
  onRaw: (raw: boolean) => void
}

/** What can be done with a reply that has ended. */
export function ReplyToolbar({ reply, raw, onRaw }: ReplyToolbarProps) {
  return (
    <span className="-my-1 flex">
      <CopyButton name="Copy" text={() => reply.text} />
      <Button variant="quiet" size="small" aria-pressed={raw} onClick={() => onRaw(!raw)}>
        Raw text
      </Button>
    </span>
  )
}
