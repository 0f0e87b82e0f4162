import { Play } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { openEdits, useIsEditing } from '#app/chat/store/open-edits.ts'
import { type Message, type WrittenMessage, roleNames } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { changeThenFocus, findLog, focusMessage } from './focus-message.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageHeader } from './message-header.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { NewMessage } from './new-message.tsx'
import { PlainMessage, UnformattedMessage, writtenBlock } from './plain-message.tsx'

/** Loaded separately because it contains Markdown, which isn't needed before the first reply. */
const ReplyView = lazyPart(async () => (await import('./reply-view.tsx')).ReplyView, {
  loading: ({ reply, model }) => <PlainMessage message={reply} model={model} />,
  missing: ({ reply, ...rest }) => <UnformattedMessage message={reply} {...rest} />,
})

const AttachmentList = lazyPart(async () => (await import('#app/chat/attachments/attachment-list.tsx')).AttachmentList)

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
  const { id, parent, role, text, attachments = [] } = message
  return (
    <article
      aria-label={roleNames[role]}
      data-message={id}
      tabIndex={-1}
      className="group/message grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg outline-offset-4"
    >
      <MessageHeader id={id} parent={parent} name={roleNames[role]} store={store}>
        {!editing && <MessageToolbar message={message} store={store} modelId={modelId} />}
      </MessageHeader>
      {editing ? (
        <MessageEditor message={message} store={store} modelId={modelId} />
      ) : (
        <>
          {text !== '' && (
            <div data-part="text" className={writtenBlock[role]}>
              {role === 'assistant' ? <Markdown text={text} open={false} /> : <PlainText text={text} />}
            </div>
          )}
          {attachments.length > 0 && <AttachmentList attachments={attachments} />}
          {isLast && modelId !== null && <RunButton id={id} store={store} modelId={modelId} />}
        </>
      )}
    </article>
  )
})

interface RunButtonProps {
  id: string
  store: ConversationStore
  modelId: string
}

/** Requests a reply to the last message. */
function RunButton({ id, store, modelId }: RunButtonProps) {
  const busy = useStore(store, ({ running }) => running !== null)
  if (busy) return null
  const run = () => {
    const log = findLog(id)
    changeThenFocus(
      () => store.getState().run(modelId),
      () => {
        focusMessage(store.getState().tip ?? undefined)
        // The reply may not be rendered yet, because its script loads with the first one.
        if (document.activeElement === document.body) log?.focus()
      },
    )
  }
  return (
    <Button
      size="small"
      title="Get a reply to this conversation"
      onClick={run}
      className="justify-self-start pointer-coarse:h-10 pointer-coarse:px-3"
    >
      <Play aria-hidden size={12} />
      Run
    </Button>
  )
}

function PlainText({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{clipCombiningMarks(text)}</p>
}

/** Assistant messages are formatted even if a person wrote them. */
const Markdown = lazyPart(async () => (await import('#app/markdown/markdown.tsx')).Markdown, {
  loading: PlainText,
  missing: PlainText,
})
