import { ChevronRight } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { Model } from '#contract/model.ts'
import { Markdown } from '#app/markdown/markdown.tsx'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { isOpen, type Reply } from './conversation.ts'
import { FiguresView } from './figures-view.tsx'
import { useHasBeenInView } from './use-has-been-in-view.ts'

interface ReplyViewProps {
  reply: Reply
  /** The catalogue's entry, for prices; undefined where there is none. */
  model: Model | undefined
  /** Only the last reply can be asked for again. */
  onRetry: (() => void) | undefined
}

/** A model's answer: text on the page, then one quiet line of figures, then what to do if it did not end well. */
export const ReplyView = memo(function ReplyView({ reply, model, onRetry }: ReplyViewProps) {
  const { state, text, reasoning, modelId } = reply
  const article = useRef<HTMLElement>(null)
  // Of a long conversation only what comes into view is formatted; the rest stands there as text, and can be searched.
  const formatted = useHasBeenInView(article, onRetry !== undefined)
  const [raw, setRaw] = useState(false)
  return (
    <article
      ref={article}
      aria-label={`Reply from ${modelId}`}
      aria-busy={isOpen(reply)}
      data-state={state}
      className="skipped-out-of-view grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      {reasoning !== '' && (
        <details className="group/reasoning text-text-muted">
          <summary className="flex items-center gap-1 font-medium">
            <ChevronRight aria-hidden size={14} className="transition-transform group-open/reasoning:rotate-90" />
            Reasoning
          </summary>
          <p className="mt-2 max-w-[72ch] border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{reasoning}</p>
        </details>
      )}
      <div data-part="text" className="empty:hidden">
        {text === '' ? null : raw || !formatted ? (
          <p className="text-md wrap-anywhere whitespace-pre-wrap">{text}</p>
        ) : (
          <Markdown text={text} open={isOpen(reply)} />
        )}
      </div>
      {isOpen(reply) && <Progress waiting={state === 'waiting'} />}
      {text !== '' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <FiguresView reply={reply} model={model} />
          {!isOpen(reply) && (
            <span className="-my-1 flex">
              <CopyButton name="Copy" text={() => text} />
              <Button variant="quiet" size="small" aria-pressed={raw} onClick={() => setRaw(!raw)}>
                Raw text
              </Button>
            </span>
          )}
        </div>
      )}
      <Ending reply={reply} onRetry={onRetry} />
    </article>
  )
})

function Progress({ waiting }: { waiting: boolean }) {
  return (
    <p className="flex items-center gap-2 text-text-muted">
      <span aria-hidden className={`size-2 rounded-full bg-accent ${waiting ? 'animate-pulse-soft' : ''}`} />
      {waiting ? 'Waiting for the first word…' : 'Writing…'}
    </p>
  )
}

function Ending({ reply: { state, failure, finishReason }, onRetry }: Pick<ReplyViewProps, 'reply' | 'onRetry'>) {
  const retry = onRetry && (
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  )
  switch (state) {
    case 'waiting':
    case 'streaming':
      return null
    case 'done':
      return finishReason === 'length' ? (
        <p className="text-xs text-text-muted">The reply reached its token limit. Raise Max tokens for more.</p>
      ) : null
    case 'stopped':
      return <p className="text-xs text-text-muted">You stopped this reply.</p>
    case 'failed':
      return (
        <Notice tone="danger" actions={retry}>
          {failure?.message}
        </Notice>
      )
    case 'interrupted':
      return (
        <Notice tone="warning" actions={retry}>
          The connection was lost before the reply was finished. What arrived is kept; retry to ask again.
        </Notice>
      )
  }
}
