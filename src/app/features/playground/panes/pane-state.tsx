import { CircleAlert, CircleCheck, CircleSlash, Square, Unplug, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { ConversationState } from '#app/chat/store/conversation.ts'
import { isThinking } from '#app/chat/metrics/reply-clock.ts'
import type { ReplyState } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { lastReply } from '#app/features/playground/summary/summary-bar.tsx'
import { PaneMenu, type PaneMenuProps } from './pane-menu.tsx'

type DisplayState = ReplyState | 'thinking' | 'empty'

const states: Record<DisplayState, { word: string; Icon?: LucideIcon; tone: string }> = {
  empty: { word: 'No messages', tone: 'text-text-muted' },
  waiting: { word: 'Waiting', tone: 'text-text-muted' },
  thinking: { word: 'Thinking', tone: 'text-accent' },
  streaming: { word: 'Writing', tone: 'text-accent' },
  done: { word: 'Done', Icon: CircleCheck, tone: 'text-text-muted' },
  stopped: { word: 'Stopped', Icon: CircleSlash, tone: 'text-text-muted' },
  failed: { word: 'Failed', Icon: CircleAlert, tone: 'text-danger' },
  interrupted: { word: 'Interrupted', Icon: Unplug, tone: 'text-warning' },
}

interface PaneStateProps extends PaneMenuProps {
  /** Further buttons before the menu. */
  children: ReactNode
}

/** The state of a pane's last reply, and actions for the pane. */
export function PaneState({ children, ...props }: PaneStateProps) {
  const { pane, place } = props
  const running = useStore(pane.store, (state) => state.running !== null)
  const queued = useStore(pane.store, (state) => state.queued.length)
  /** Stops the reply and sends the next queued message. */
  const endReply = () => {
    const { stop, sendQueued, modelId } = pane.store.getState()
    stop()
    if (modelId !== null) sendQueued(modelId)
  }
  const displayState = useStore(pane.store, displayStateOf)
  const { word, Icon, tone } = states[displayState]
  return (
    <>
      <span className={`flex min-w-0 items-center gap-1.5 font-medium ${tone}`}>
        {Icon ? (
          <Icon aria-hidden size={14} className="shrink-0" />
        ) : (
          running && (
            <span
              aria-hidden
              // While text streams only text moves: an animation would draw every frame.
              className={`size-2 shrink-0 rounded-full bg-accent ${displayState === 'streaming' ? '' : 'animate-pulse-soft'}`}
            />
          )
        )}
        <span className="truncate">{word}</span>
      </span>
      {queued > 0 && (
        <span className="ml-2 truncate text-text-muted">
          {queued} {running ? 'queued' : 'not sent'}
        </span>
      )}
      <span className="ml-auto flex items-center">
        {running && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`End reply ${place}`}
            title="Stop only this reply"
            onClick={endReply}
          >
            <Square aria-hidden size={11} className="fill-current" />
          </Button>
        )}
        {children}
        <PaneMenu {...props} />
      </span>
    </>
  )
}

function displayStateOf(state: ConversationState): DisplayState {
  const reply = lastReply(state)
  if (!reply) return 'empty'
  return reply.state === 'streaming' && isThinking(reply) ? 'thinking' : reply.state
}
