import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { changeThenFocus } from './focus-message.ts'

const AttachmentList = lazyPart(async () => (await import('#app/chat/attachments/attachment-list.tsx')).AttachmentList)

interface QueuedMessagesProps {
  store: ConversationStore
  /** The model that answers when they are sent; null if there is none. */
  modelId: string | null
}

/** Messages waiting for the current reply to end. */
export function QueuedMessages({ store, modelId }: QueuedMessagesProps) {
  const queued = useStore(store, (state) => state.queued)
  const running = useStore(store, (state) => state.running !== null)
  /** Focuses the log, since the button disappears with its message. */
  const changeAndFocusLog = (button: HTMLElement, change: () => void) => {
    const log = button.closest<HTMLElement>('[role=log]')
    changeThenFocus(change, () => log?.focus({ preventScroll: true }))
  }
  return queued.map(({ id, text, attachments }, index) => (
    <div
      key={id}
      role="group"
      aria-label={running ? 'Queued message' : 'Unsent message'}
      className="grid gap-1.5 rounded-lg border border-dashed border-line-strong px-3.5 py-2.5"
    >
      {text !== '' && <p className="text-md wrap-anywhere whitespace-pre-wrap text-text-muted">{text}</p>}
      {attachments && <AttachmentList attachments={attachments} />}
      <div className="flex flex-wrap items-center gap-2 text-xs text-text-muted">
        <p className="mr-auto">
          {running
            ? index === 0
              ? 'Queued: sends when this reply ends'
              : 'Queued: sends after the message above'
            : 'Not sent'}
        </p>
        {!running && index === 0 && (
          <Button
            size="small"
            disabled={modelId === null}
            onClick={({ currentTarget }) =>
              changeAndFocusLog(currentTarget, () => modelId !== null && store.getState().sendQueued(modelId))
            }
          >
            Send now
          </Button>
        )}
        <Button
          size="small"
          onClick={({ currentTarget }) => changeAndFocusLog(currentTarget, () => store.getState().unqueue(id))}
        >
          {running ? 'Cancel' : 'Discard'}
        </Button>
      </div>
    </div>
  ))
}
