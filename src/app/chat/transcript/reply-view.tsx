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
 * Whether an element with `content-visibility: auto` has come near the view, once and for all: what is drawn stays drawn.
 * True at once where the browser does not tell.
 */
export function useHasBeenInView(element: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [seen, setSeen] = useState(initially || !('oncontentvisibilityautostatechange' in globalThis))
  // Before the browser first draws it: what comes into view before somebody listens is never told again.
  useLayoutEffect(() => {
    const observed = element.current
    if (seen || !observed) return
    const look = (event: Event) => {
      if (event.target === observed && 'skipped' in event && event.skipped === false) setSeen(true)
    }
    observed.addEventListener('contentvisibilityautostatechange', look)
    return () => observed.removeEventListener('contentvisibilityautostatechange', look)
  }, [element, seen])
  return seen
}

interface ReplyToolbarProps {
  reply: Reply
  store: ConversationStore
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
  raw: boolean
  onRaw: (raw: boolean) => void
  /** The button that shows the exchange behind the reply. */
  inspect?: ReactNode
}

/** What can be done with a reply that has ended. */
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

/** Shows the exchange behind a reply. */
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
