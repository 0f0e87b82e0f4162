import { memo } from 'react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { useIsEditing } from '#app/chat/store/open-edits.ts'
import { type Role, type WrittenMessage, roleNames } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { MessageLabel } from './plain-message.tsx'

interface MessageViewProps {
  message: WrittenMessage
  store: ConversationStore
  /** The model that is asked when this is sent; null while there is none. */
  modelId: string | null
  /** Whether nothing was said after it. */
  isLast: boolean
}

/** What the person wrote: a softly tinted block, line breaks kept. What can be done with it stands below, quietly. */
export const MessageView = memo(function MessageView({ message, store, modelId, isLast }: MessageViewProps) {
  const editing = useIsEditing(message.id)
  const { id, role, text } = message
  return (
    <article
      aria-label={roleNames[role]}
      data-message={id}
      tabIndex={-1}
      className="group/message grid grid-cols-[minmax(0,1fr)] gap-1 rounded-lg outline-offset-4"
    >
      <MessageLabel name={roleNames[role]} />
      {editing ? (
        <MessageEditor message={message} store={store} modelId={modelId} />
      ) : (
        <>
          <Written role={role} text={text} />
          {/* It stands in the gap before the next message, which it would otherwise push away. */}
          <div className="-mb-5 flex pointer-coarse:-mb-2">
            <MessageToolbar message={message} store={store} modelId={modelId} canRun={isLast} />
          </div>
        </>
      )}
    </article>
  )
})

function Written({ role, text }: { role: Role; text: string }) {
  return (
    <div data-part="text" className="rounded-lg bg-tint px-3.5 py-2.5">
      {role === 'assistant' ? <Markdown text={text} open={false} /> : <PlainText text={text} />}
    </div>
  )
}

function PlainText({ text }: { text: string }) {
  return <p className="text-md wrap-anywhere whitespace-pre-wrap">{clipCombiningMarks(text)}</p>
}

/** What the assistant says is formatted, also where a person wrote it. */
const Markdown = lazyPart(async () => (await import('#app/markdown/markdown.tsx')).Markdown, {
  loading: PlainText,
  missing: PlainText,
})
