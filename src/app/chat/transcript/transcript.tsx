import { ArrowDown } from 'lucide-react'
import { type ReactNode, memo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { pathIds } from '#app/chat/store/message-tree.ts'
import { type Message, isOpen, messageById } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { PlainMessage, UnformattedMessage } from './plain-message.tsx'

/**
 * Loaded on demand, since there are no messages at first. It includes the editor: loading that later would lose the
 * first letters typed.
 */
const MessageRow = lazyPart(async () => (await import('./message-row.tsx')).MessageRow, {
  loading: PlainMessage,
  missing: UnformattedMessage,
  preload: true,
})

const QueuedMessages = lazyPart(async () => (await import('./queued-messages.tsx')).QueuedMessages, { preload: true })

interface TranscriptProps {
  store: ConversationStore
  /** `Conversation`, or `Conversation 2` and so on for further panes. */
  label: string
  /** Must be stable: a new function renders every message again. */
  modelOf: (id: string) => Model | undefined
  /**
   * The connection whose models `modelOf` knows; null is the service that served this page. Replies from other
   * connections have no known prices.
   */
  connectionId?: string | null
  /** The model for another reply; null is the one that gave it. */
  modelId: string | null
  /** Shown while the conversation is empty. */
  empty: ReactNode
}

/** Scrolled further than this many pixels from the end, the reader is looking at earlier messages. */
const awayThreshold = 64

/** The messages, oldest first. A reversed column stays at the end while text grows, without script. */
export function Transcript({ store, label, modelOf, connectionId = null, modelId, empty }: TranscriptProps) {
  const ids = useStore(store, useShallow(pathIds))
  const anyQueued = useStore(store, (state) => state.queued.length > 0)
  const isEmpty = ids.length === 0 && !anyQueued
  const log = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const toLatest = () => {
    log.current?.scrollTo({ top: 0 })
    log.current?.focus({ preventScroll: true })
  }
  return (
    <div className="@container/pane relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        role="log"
        aria-label={label}
        // Not announced per token: the status below announces the start and the end of each reply.
        aria-live="off"
        tabIndex={0}
        // scrollTop is 0 at the latest message and negative for earlier ones.
        onScroll={(event) => setAway(event.currentTarget.scrollTop < -awayThreshold)}
        className={`flex min-h-0 flex-1 overflow-y-auto bg-surface overscroll-contain outline-offset-[-2px] ${isEmpty ? 'flex-col' : 'flex-col-reverse'}`}
      >
        <div className="column mb-auto grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 pb-8">
          {isEmpty
            ? empty
            : ids.map((id, index) => (
                <MessageSlot
                  key={id}
                  id={id}
                  store={store}
                  modelOf={modelOf}
                  connectionId={connectionId}
                  modelId={modelId}
                  isLast={index === ids.length - 1}
                />
              ))}
          {anyQueued && <QueuedMessages store={store} modelId={modelId} />}
        </div>
        <Announcement store={store} />
      </div>
      {away && ids.length > 0 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button className="pointer-events-auto shadow-float" onClick={toLatest}>
            <ArrowDown aria-hidden size={14} />
            Jump to latest
          </Button>
        </div>
      )}
    </div>
  )
}

interface MessageSlotProps extends Pick<TranscriptProps, 'store' | 'modelOf' | 'connectionId' | 'modelId'> {
  id: string
  isLast: boolean
}

/** One message with its own subscription, so that a growing reply doesn't render the others. */
const MessageSlot = memo(function MessageSlot({ id, store, modelOf, connectionId, modelId, isLast }: MessageSlotProps) {
  const message = useStore(store, ({ messages }) => messageById(messages, id))
  const [wasStreaming, setWasStreaming] = useState(false)
  // Set during render, because the reply may have ended before its script was loaded.
  if (!wasStreaming && message?.kind === 'reply' && isOpen(message)) setWasStreaming(true)
  if (!message) return null
  const isSameConnection = message.kind === 'reply' && (message.connectionId ?? null) === connectionId
  const model = isSameConnection ? modelOf(message.modelId) : undefined
  return <MessageRow {...{ message, store, model, modelId, isLast, wasStreaming }} />
})

function Announcement({ store }: { store: ConversationStore }) {
  const announcement = useStore(store, ({ messages, tip, queued, running }) => {
    const reply = announcementOf(tip === null ? undefined : messageById(messages, tip))
    return queued.length > 0 && running !== null ? `${reply} ${queued.length} queued.` : reply
  })
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}

function announcementOf(last: Message | undefined): string {
  if (last?.kind !== 'reply') return ''
  if (isOpen(last)) return `${last.modelId} is replying.`
  // Failures are announced as alerts.
  if (last.state === 'failed' || last.state === 'interrupted') return ''
  return last.state === 'done' ? `Reply from ${last.modelId} finished.` : `Reply from ${last.modelId} ended early.`
}
