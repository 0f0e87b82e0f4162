import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { changeThenFocus } from './focus-message.ts'

interface QueuedMessagesProps {
  store: ConversationStore
  /** The model that is asked when they are sent; null while there is none. */
  modelId: string | null
}

/** The messages that this pane could not take yet, below what was said. */
export function QueuedMessages({ store, modelId }: QueuedMessagesProps) {
  const queued = useStore(store, (state) => state.queued)
  const running = useStore(store, (state) => state.running !== null)
  /** The button goes with its message. */
  const thenFocusLog = (button: HTMLElement, change: () => void) => {
    const log = button.closest<HTMLElement>('[role=log]')
    changeThenFocus(change, () => log?.focus({ preventScroll: true }))
  }
  return queued.map(({ id, text }, place) => (
    <div
      key={id}
      role="group"
      aria-label={running ? 'Queued message' : 'Unsent message'}
      className="grid gap-1.5 rounded-lg border border-dashed border-line-strong px-3.5 py-2.5"
    >
      <p className="text-md wrap-anywhere whitespace-pre-wrap text-text-muted">{text}</p>
      <div className="flex flex-wrap items-center gap-2 text-xs text-text-muted">
        <p className="mr-auto">
          {running
            ? place === 0
              ? 'Queued: sends when this reply ends'
              : 'Queued: sends after the message above'
            : 'Not sent'}
        </p>
        {!running && place === 0 && (
          <Button
            size="small"
            disabled={modelId === null}
            onClick={({ currentTarget }) =>
              thenFocusLog(currentTarget, () => modelId !== null && store.getState().sendQueued(modelId))
            }
          >
            Send now
          </Button>
        )}
        <Button
          size="small"
          onClick={({ currentTarget }) => thenFocusLog(currentTarget, () => store.getState().unqueue(id))}
        >
          {running ? 'Cancel' : 'Discard'}
        </Button>
      </div>
    </div>
  ))
}
