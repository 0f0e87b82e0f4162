import { memo } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { openEdits, useIsEditing } from '#app/chat/store/open-edits.ts'
import { type Message, type Role, type WrittenMessage, roleNames } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { NewMessage } from './new-message.tsx'
import { MessageLabel, PlainMessage, UnformattedMessage } from './plain-message.tsx'

/** Loaded separately because it contains Markdown, which isn't needed before the first reply. */
const ReplyView = lazyPart(async () => (await import('./reply-view.tsx')).ReplyView, {
  loading: ({ reply, model }) => <PlainMessage message={reply} model={model} />,
  missing: ({ reply, ...rest }) => <UnformattedMessage message={reply} {...rest} />,
})

interface MessageRowProps {
  message: Message
  store: ConversationStore
  /** The catalogue entry of the model that replied; undefined if there is none. */
  model: Model | undefined
  /** The model for another reply; null is the one that gave this reply. */
  modelId: string | null
  isLast: boolean
  /** True if the reply was running while it was on the page. */
  wasStreaming: boolean
}

/** One message of the transcript, with the editor for a new message before or after it. */
export function MessageRow({ message, store, model, modelId, isLast, wasStreaming }: MessageRowProps) {
  const adding = useStore(openEdits, (state) => (state.adding?.beside === message.id ? state.adding.place : null))
  const editor = adding !== null && <NewMessage beside={message} place={adding} store={store} />
  return (
    <>
      {adding === 'before' && editor}
      {message.kind === 'written' ? (
        <MessageView message={message} store={store} modelId={modelId} isLast={isLast} />
      ) : (
        <ReplyView reply={message} {...{ model, store, modelId, isLast, wasStreaming }} />
      )}
      {adding === 'after' && editor}
    </>
  )
}

interface MessageViewProps {
  message: WrittenMessage
  store: ConversationStore
  /** The model that answers when this is sent; null if there is none. */
  modelId: string | null
  /** Whether it is the last message. */
  isLast: boolean
}

/** A written message with its line breaks and toolbar. */
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
          <MessageText role={role} text={text} />
          {/* Overlaps the gap before the next message, which it would otherwise push down. */}
          <div className="-mb-5 flex pointer-coarse:-mb-2">
            <MessageToolbar message={message} store={store} modelId={modelId} canRun={isLast} />
          </div>
        </>
      )}
    </article>
  )
})

function MessageText({ role, text }: { role: Role; text: string }) {
  return (
    <div data-part="text" className="rounded-lg bg-tint px-3.5 py-2.5">
      {role === 'assistant' ? <Markdown text={text} open={false} /> : <PlainText text={text} />}
    </div>
  )
}

function PlainText({ text }: { text: string }) {
  return <p className="text-md wrap-anywhere whitespace-pre-wrap">{clipCombiningMarks(text)}</p>
}

/** Assistant messages are formatted even if a person wrote them. */
const Markdown = lazyPart(async () => (await import('#app/markdown/markdown.tsx')).Markdown, {
  loading: PlainText,
  missing: PlainText,
})
