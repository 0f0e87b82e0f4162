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
 * Not part of the first scripts, as there is no message before one was sent. The editor comes with it: one still to be
 * loaded would lose the first letters typed.
 */
const MessageRow = lazyPart(async () => (await import('./message-row.tsx')).MessageRow, {
  loading: PlainMessage,
  missing: UnformattedMessage,
  preload: true,
})

const QueuedMessages = lazyPart(async () => (await import('./queued-messages.tsx')).QueuedMessages, { preload: true })

interface TranscriptProps {
  store: ConversationStore
  /** `Conversation`, or `Conversation 2` for a further pane. */
  label: string
  /** The same function for the same models: each message is drawn again when it is another. */
  modelOf: (id: string) => Model | undefined
  /** Whose models those are; null is the service that served this page. Replies of others have no known prices here. */
  connectionId?: string | null
  /** The model that is asked when a reply is asked for again; null is the one that gave it. */
  modelId: string | null
  /** What stands here before anything was said. */
  empty: ReactNode
}

/** How far from the end, in pixels, counts as reading back. */
const awayFrom = 64

/** What was said, oldest first. A column laid out from its end stays at the end while text grows, with no script. */
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
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        role="log"
        aria-label={label}
        // Not per token: the status below tells once when a reply begins and once when it ends.
        aria-live="off"
        tabIndex={0}
        // Counted from the end, the way the column is laid out: 0 at the latest, negative further back.
        onScroll={(event) => setAway(event.currentTarget.scrollTop < -awayFrom)}
        className={`flex min-h-0 flex-1 overflow-y-auto bg-surface overscroll-contain outline-offset-[-2px] ${isEmpty ? 'flex-col' : 'flex-col-reverse'}`}
      >
        <div className="column mb-auto grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 pb-8">
          {isEmpty
            ? empty
            : ids.map((id, index) => (
                <Slot
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

interface SlotProps extends Pick<TranscriptProps, 'store' | 'modelOf' | 'connectionId' | 'modelId'> {
  id: string
  isLast: boolean
}

/** One message, which follows its own changes: of a thousand of them, a growing reply draws itself alone. */
const Slot = memo(function Slot({ id, store, modelOf, connectionId, modelId, isLast }: SlotProps) {
  const message = useStore(store, ({ messages }) => messageById(messages, id))
  const [watched, setWatched] = useState(false)
  // Noted while drawing, as the reply may have ended before what draws it was loaded.
  if (!watched && message?.kind === 'reply' && isOpen(message)) setWatched(true)
  if (!message) return null
  const isOurs = message.kind === 'reply' && (message.connectionId ?? null) === connectionId
  const model = isOurs ? modelOf(message.modelId) : undefined
  return <MessageRow {...{ message, store, model, modelId, isLast, watched }} />
})

function Announcement({ store }: { store: ConversationStore }) {
  const words = useStore(store, ({ messages, tip, queued, running }) => {
    const reply = announcementOf(tip === null ? undefined : messageById(messages, tip))
    return queued.length > 0 && running !== null ? `${reply} ${queued.length} queued.` : reply
  })
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}

function announcementOf(last: Message | undefined): string {
  if (last?.kind !== 'reply') return ''
  if (isOpen(last)) return `${last.modelId} is replying.`
  // What went wrong is an alert of its own.
  if (last.state === 'failed' || last.state === 'interrupted') return ''
  return last.state === 'done' ? `Reply from ${last.modelId} finished.` : `Reply from ${last.modelId} ended early.`
}
