import { memo, useRef, useState } from 'react'
import type { Model } from '#contract/model.ts'
import { Markdown } from '#app/markdown/markdown.tsx'
import { isOpen, type Reply } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'
import { FiguresView } from './figures-view.tsx'
import { InspectButton } from './inspect-button.tsx'
import { MessageLabel } from './message-label.tsx'
import { MessageEditor } from './message-editor.tsx'
import { useIsEditing } from './open-edits.ts'
import { ReasoningView } from './reasoning-view.tsx'
import { ReplyEnding } from './reply-ending.tsx'
import { ReplyProgress } from './reply-progress.tsx'
import { ReplyToolbar } from './reply-toolbar.tsx'
import { ToolCallView } from './tool-call-view.tsx'
import { useHasBeenInView } from './use-has-been-in-view.ts'

interface ReplyViewProps {
  reply: Reply
  /** The catalogue's entry, for prices; undefined where there is none. */
  model: Model | undefined
  store: ConversationStore
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
  isLast: boolean
  /** True once it has been on its way while it stood here: then its failure is news. */
  watched: boolean
}

/** A model's answer: text on the page, then one quiet line of figures, then what to do if it did not end well. */
export const ReplyView = memo(function ReplyView({ reply, model, store, modelId, isLast, watched }: ReplyViewProps) {
  const { state, text, reasoning, toolCalls = [] } = reply
  const article = useRef<HTMLElement>(null)
  // Of a long conversation only what comes into view is formatted; the rest stands there as text, and can be searched.
  const formatted = useHasBeenInView(article, isLast)
  const [raw, setRaw] = useState(false)
  const editing = useIsEditing(reply.id)
  /** It ended, or stands, before its first word: there is nothing for its tools to stand under but how it ended. */
  const isBlank = text === '' && reasoning === '' && toolCalls.length === 0
  const isEmptyReply = state === 'done' && text === '' && toolCalls.length === 0
  const toolbar = !isOpen(reply) && !editing && (
    <ReplyToolbar
      reply={reply}
      store={store}
      modelId={modelId}
      raw={raw}
      onRaw={setRaw}
      inspect={<InspectButton reply={reply} store={store} />}
    />
  )
  return (
    <article
      ref={article}
      aria-label={`Reply from ${reply.modelId}`}
      aria-busy={isOpen(reply)}
      data-state={state}
      data-message={reply.id}
      tabIndex={-1}
      className="group/message skipped-out-of-view grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md outline-offset-4"
    >
      <div className="-mb-2">
        <MessageLabel name={model?.name ?? reply.modelId} id={reply.modelId} />
      </div>
      {reasoning !== '' && <ReasoningView reply={reply} />}
      <div data-part="text" className="empty:hidden">
        {editing ? (
          <MessageEditor message={reply} store={store} modelId={modelId} />
        ) : text === '' ? null : raw || !formatted ? (
          <p className="text-md wrap-anywhere whitespace-pre-wrap">{text}</p>
        ) : (
          <Markdown text={text} open={isOpen(reply)} />
        )}
      </div>
      {toolCalls.map((call) => (
        <ToolCallView key={call.index} call={call} writing={isOpen(reply)} />
      ))}
      {isEmptyReply && <p className="text-text-muted">Empty reply</p>}
      {isOpen(reply) && <ReplyProgress reply={reply} />}
      {(!isBlank || isEmptyReply) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <FiguresView reply={reply} model={model} />
          {toolbar}
        </div>
      )}
      <ReplyEnding reply={reply} store={store} modelId={modelId} isNews={watched} />
      {isBlank && !isEmptyReply && toolbar}
    </article>
  )
})
