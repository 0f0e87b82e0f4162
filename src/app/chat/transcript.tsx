import { ArrowDown } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'
import { isOpen, type Entry } from './conversation.ts'
import type { ConversationStore } from './conversation-store.ts'
import { MessageView } from './message-view.tsx'
import { ReplyOnDemand } from './reply-on-demand.tsx'

interface TranscriptProps {
  store: ConversationStore
  modelOf: (id: string) => Model | undefined
  /** Asks again for the last reply. */
  onRetry: () => void
  /** What stands here before anything was said. */
  empty: ReactNode
}

/** How far from the end, in pixels, counts as reading back. */
const awayFrom = 64

/** What was said, oldest first. A column laid out from its end stays at the end while text grows, with no script. */
export function Transcript({ store, modelOf, onRetry, empty }: TranscriptProps) {
  const entries = useStore(store, (state) => state.entries)
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
        aria-label="Conversation"
        // Not per token: the status below tells once when a reply begins and once when it ends.
        aria-live="off"
        tabIndex={0}
        // Counted from the end, the way the column is laid out: 0 at the latest, negative further back.
        onScroll={(event) => setAway(event.currentTarget.scrollTop < -awayFrom)}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-surface overscroll-contain outline-offset-[-2px]"
      >
        <div className="column mb-auto grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 pb-8">
          {entries.length === 0
            ? empty
            : entries.map((entry, index) =>
                entry.kind === 'user' ? (
                  <MessageView key={entry.id} message={entry} />
                ) : (
                  <ReplyOnDemand
                    key={entry.id}
                    reply={entry}
                    model={modelOf(entry.modelId)}
                    onRetry={index === entries.length - 1 ? onRetry : undefined}
                  />
                ),
              )}
        </div>
        <p role="status" className="sr-only">
          {announcementOf(entries.at(-1))}
        </p>
      </div>
      {away && entries.length > 0 && (
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

function announcementOf(last: Entry | undefined): string {
  if (last?.kind !== 'reply') return ''
  if (isOpen(last)) return `${last.modelId} is replying.`
  return last.state === 'done' ? `Reply from ${last.modelId} finished.` : `Reply from ${last.modelId} ended early.`
}
