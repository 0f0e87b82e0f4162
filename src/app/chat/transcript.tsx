import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { isOpen, type Entry } from './conversation.ts'
import type { ConversationStore } from './conversation-store.ts'
import { MessageView } from './message-view.tsx'
import { ReplyView } from './reply-view.tsx'

interface TranscriptProps {
  store: ConversationStore
  modelOf: (id: string) => Model | undefined
  /** Asks again for the last reply. */
  onRetry: () => void
  /** What stands here before anything was said. */
  empty: ReactNode
}

/** What was said, oldest first. A column laid out from its end stays at the end while text grows, with no script. */
export function Transcript({ store, modelOf, onRetry, empty }: TranscriptProps) {
  const entries = useStore(store, (state) => state.entries)
  return (
    <div
      role="log"
      aria-label="Conversation"
      // Not per token: the status below tells once when a reply begins and once when it ends.
      aria-live="off"
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      <div className="column mb-auto grid grid-cols-[minmax(0,1fr)] gap-5 pt-6 pb-8">
        {entries.length === 0
          ? empty
          : entries.map((entry, index) =>
              entry.kind === 'user' ? (
                <MessageView key={entry.id} message={entry} />
              ) : (
                <ReplyView
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
  )
}

function announcementOf(last: Entry | undefined): string {
  if (last?.kind !== 'reply') return ''
  if (isOpen(last)) return `${last.modelId} is replying.`
  return last.state === 'done' ? `Reply from ${last.modelId} finished.` : `Reply from ${last.modelId} ended early.`
}
