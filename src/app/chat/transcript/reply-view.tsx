import { ScanSearch } from 'lucide-react'
import { type ReactNode, type RefObject, memo, useLayoutEffect, useRef, useState } from 'react'
import { FiguresView } from '#app/chat/metrics/figures-view.tsx'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { useIsEditing } from '#app/chat/store/open-edits.ts'
import { type Reply, isOpen } from '#app/data/message.ts'
import { Markdown } from '#app/markdown/markdown.tsx'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { MessageLabel, ReplyProgress } from './plain-message.tsx'
import { ReasoningView } from './reasoning-view.tsx'
import { ReplyEnding } from './reply-ending.tsx'
import { ToolCallView } from './tool-call-view.tsx'

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

interface ReplyToolbarProps {
  reply: Reply
  store: ConversationStore
  /** The model for another reply; null is the one that gave this reply. */
  modelId: string | null
  raw: boolean
  onRaw: (raw: boolean) => void
  /** The button that shows the exchange behind the reply. */
  inspect?: ReactNode
}

/** The actions of a finished reply. */
export function ReplyToolbar({ reply, store, modelId, raw, onRaw, inspect }: ReplyToolbarProps) {
  return (
    <div className="-mt-1">
      <MessageToolbar
        message={reply}
        store={store}
        modelId={modelId}
        inspect={inspect}
        menuItems={[{ label: 'Raw text', checked: raw, onSelect: () => onRaw(!raw) }]}
      />
    </div>
  )
}

const InspectDialog = lazyPart(async () => (await import('./inspect-dialog.tsx')).InspectDialog)

interface InspectButtonProps {
  reply: Reply
  store: ConversationStore
}

/** Opens the recorded exchange of a reply. */
export function InspectButton(props: InspectButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label="Inspect"
        title="Inspect"
        className="pointer-coarse:h-9 pointer-coarse:min-w-9"
        onClick={() => setOpen(true)}
      >
        <ScanSearch aria-hidden size={14} />
      </Button>
      {open && <InspectDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

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
  const { state, text, reasoning, toolCalls = [] } = reply
  const article = useRef<HTMLElement>(null)
  // Long conversations are formatted as they come into view. Unformatted replies are plain text, which the browser's
  // search finds.
  const formatted = useHasBeenInView(article, isLast)
  const [raw, setRaw] = useState(false)
  const editing = useIsEditing(reply.id)
  /** Without any output, the toolbar goes below the ending. */
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
        <ToolCallView key={call.index} call={call} isWriting={isOpen(reply)} />
      ))}
      {isEmptyReply && <p className="text-text-muted">Empty reply</p>}
      {isOpen(reply) && <ReplyProgress reply={reply} />}
      {(!isBlank || isEmptyReply) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <FiguresView reply={reply} model={model} />
          {toolbar}
        </div>
      )}
      <ReplyEnding reply={reply} store={store} modelId={modelId} announce={watched} />
      {isBlank && !isEmptyReply && toolbar}
    </article>
  )
})
