import { type RefObject, memo, useLayoutEffect, useRef, useState } from 'react'
import { FiguresView } from '#app/chat/metrics/figures-view.tsx'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { useIsEditing } from '#app/chat/store/open-edits.ts'
import { type Reply, isOpen } from '#app/data/message.ts'
import { Markdown } from '#app/markdown/markdown.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageHeader } from './message-header.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { ReplyProgress } from './plain-message.tsx'
import { ReasoningView } from './reasoning-view.tsx'
import { ReplyEnding } from './reply-ending.tsx'
import { SendResults, ToolCallView } from './tool-call-view.tsx'

/**
 * Whether an element with `content-visibility: auto` has ever been near the viewport. Stays true from then on. True at
 * once in browsers without the event.
 */
export function useHasBeenInView(element: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [seen, setSeen] = useState(initially || !('oncontentvisibilityautostatechange' in globalThis))
  // A layout effect, because the event isn't repeated for elements that came into view before the listener was added.
  useLayoutEffect(() => {
    const observed = element.current
    if (seen || !observed) return
    const onChange = (event: Event) => {
      if (event.target === observed && 'skipped' in event && event.skipped === false) setSeen(true)
    }
    observed.addEventListener('contentvisibilityautostatechange', onChange)
    return () => observed.removeEventListener('contentvisibilityautostatechange', onChange)
  }, [element, seen])
  return seen
}

/** The plain text until its script is loaded. */
const ReplyInsight = lazyPart(async () => (await import('#app/chat/insight/reply-insight.tsx')).ReplyInsight, {
  loading: PlainReplyText,
  missing: PlainReplyText,
})

function PlainReplyText({ reply: { text } }: { reply: Reply }) {
  return (
    <p data-part="text" className="text-md wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
  )
}

const InspectDialog = lazyPart(async () => (await import('./inspect-dialog.tsx')).InspectDialog)

interface ReplyViewProps {
  reply: Reply
  /** The catalogue entry, for prices; undefined if there is none. */
  model: Model | undefined
  store: ConversationStore
  /** The model for another reply; null is the one that gave this reply. */
  modelId: string | null
  isLast: boolean
  /** True if the reply was running while it was on the page: then its failure is announced. */
  wasStreaming: boolean
}

/** A model's reply: text, one line of metrics, and what to do if it failed. */
export const ReplyView = memo(function ReplyView({
  reply,
  model,
  store,
  modelId,
  isLast,
  wasStreaming: watched,
}: ReplyViewProps) {
  const { id, state, text, reasoning, toolCalls = [] } = reply
  const article = useRef<HTMLElement>(null)
  // Long conversations are formatted as they come into view. Unformatted replies are plain text, which the browser's
  // search finds.
  const formatted = useHasBeenInView(article, isLast)
  const [raw, setRaw] = useState(false)
  const [inspecting, setInspecting] = useState(false)
  const editing = useIsEditing(id)
  const open = isOpen(reply)
  const inspect = () => setInspecting(true)
  // The views of a JSON reply, and of the probabilities of its tokens.
  const hasViews = text !== '' && (reply.format !== undefined || reply.tokens !== undefined)
  const isBlank = text === '' && reasoning === '' && toolCalls.length === 0
  const isEmptyReply = state === 'done' && text === '' && toolCalls.length === 0
  return (
    <article
      ref={article}
      aria-label={`Reply from ${reply.modelId}`}
      aria-busy={open}
      data-state={state}
      data-message={id}
      tabIndex={-1}
      className="group/message skipped-out-of-view grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md outline-offset-4"
    >
      <MessageHeader
        id={id}
        parent={reply.parent}
        name={model?.name ?? reply.modelId}
        modelId={reply.modelId}
        connectionId={reply.connectionId}
        edited={reply.edited}
        store={store}
      >
        {!open && !editing && (
          <MessageToolbar
            message={reply}
            store={store}
            modelId={modelId}
            isAlwaysShown={isLast}
            // A failed reply offers it next to Retry.
            onInspect={state === 'failed' ? undefined : inspect}
            menuItems={[{ label: 'Raw text', checked: raw, onSelect: () => setRaw(!raw) }]}
          />
        )}
      </MessageHeader>
      {reasoning !== '' && <ReasoningView reply={reply} />}
      {hasViews && formatted && !raw && !editing ? (
        <ReplyInsight reply={reply} store={store} modelId={modelId} />
      ) : (
        <div data-part="text" className="empty:hidden">
          {editing ? (
            <MessageEditor message={reply} store={store} modelId={modelId} />
          ) : text === '' ? null : raw || !formatted ? (
            <p className="text-md wrap-anywhere whitespace-pre-wrap">{text}</p>
          ) : (
            <Markdown text={text} open={open} />
          )}
        </div>
      )}
      {toolCalls.map((call) => (
        <ToolCallView key={call.index} call={call} reply={reply} store={store} />
      ))}
      {toolCalls.length > 0 && !open && <SendResults reply={reply} store={store} modelId={modelId} />}
      {isEmptyReply && <p className="text-text-muted">Empty reply</p>}
      {state === 'waiting' && <ReplyProgress reply={reply} />}
      {(open || !isBlank || isEmptyReply) && (
        // As high before the first figure as after the last, so that nothing moves while the reply streams.
        <div
          className={`@container flex flex-wrap items-center justify-between gap-x-4 ${open ? 'min-h-6' : 'empty:hidden'}`}
        >
          {(!isBlank || isEmptyReply) && <FiguresView reply={reply} model={model} />}
          {state === 'streaming' && <ReplyProgress reply={reply} />}
        </div>
      )}
      <ReplyEnding reply={reply} store={store} modelId={modelId} announce={watched} onInspect={inspect} />
      {inspecting && <InspectDialog reply={reply} store={store} onClose={() => setInspecting(false)} />}
    </article>
  )
})
