import { ArrowDown } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'
import { isOpen, type Message } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'
import { pathOf } from './message-tree.ts'
import { MessageView } from './message-view.tsx'
import { ReplyOnDemand } from './reply-on-demand.tsx'

interface TranscriptProps {
  store: ConversationStore
  /** `Conversation`, or `Conversation 2` for a further pane. */
  label: string
  modelOf: (id: string) => Model | undefined
  /** The model that is asked when a reply is asked for again; null is the one that gave it. */
  modelId: string | null
  /** What stands here before anything was said. */
  empty: ReactNode
}

/** How far from the end, in pixels, counts as reading back. */
const awayFrom = 64

/** What was said, oldest first. A column laid out from its end stays at the end while text grows, with no script. */
export function Transcript({ store, label, modelOf, modelId, empty }: TranscriptProps) {
  const messages = useStore(store, (state) => state.messages)
  const tip = useStore(store, (state) => state.tip)
  const path = useMemo(() => pathOf({ messages, tip }), [messages, tip])
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
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-surface overscroll-contain outline-offset-[-2px]"
      >
        <div className="column mb-auto grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 pb-8">
          {path.length === 0
            ? empty
            : path.map((message, index) =>
                message.kind === 'written' ? (
                  <MessageView key={message.id} message={message} />
                ) : (
                  <ReplyOnDemand
                    key={message.id}
                    reply={message}
                    model={modelOf(message.modelId)}
                    store={store}
                    modelId={modelId}
                    isLast={index === path.length - 1}
                  />
                ),
              )}
        </div>
        <p role="status" className="sr-only">
          {announcementOf(path.at(-1))}
        </p>
      </div>
      {away && path.length > 0 && (
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

function announcementOf(last: Message | undefined): string {
  if (last?.kind !== 'reply') return ''
  if (isOpen(last)) return `${last.modelId} is replying.`
  return last.state === 'done' ? `Reply from ${last.modelId} finished.` : `Reply from ${last.modelId} ended early.`
}
