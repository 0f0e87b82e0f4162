import type { ReactNode } from 'react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { type Message, isOpen, roleNames, type Reply } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { retryParts } from '#app/ui/lazy-part.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { isThinking, useClock } from '#app/chat/metrics/reply-clock.ts'
import type { Model } from '#contract/model.ts'

/** The author of a message. `id` is the full model id. */
export function MessageLabel({ name, id }: { name: string; id?: string }) {
  return (
    <div data-part="label" className="label flex h-6 min-w-0 items-center">
      <span className="truncate" title={id}>
        {name}
      </span>
    </div>
  )
}

interface PlainMessageProps {
  message: Message
  /** The catalogue entry of the model that replied; undefined if there is none. */
  model: Model | undefined
  /** Shown after the text. */
  children?: ReactNode
}

/** A message as plain text until its scripts are loaded, with the same height so that nothing moves. */
export function PlainMessage({ message, model, children }: PlainMessageProps) {
  const { id, kind, text } = message
  if (kind === 'written') {
    return (
      <article aria-label={roleNames[message.role]} data-message={id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <MessageLabel name={roleNames[message.role]} />
        <div className="rounded-lg bg-tint px-3.5 py-2.5">
          <PlainText text={text} />
        </div>
        {/* Reserves the height of the toolbar. */}
        <div className="-mb-5 h-6.5 pointer-coarse:-mb-2 pointer-coarse:h-9" />
        {children}
      </article>
    )
  }
  return (
    <article
      aria-label={`Reply from ${message.modelId}`}
      aria-busy={isOpen(message)}
      data-state={message.state}
      data-message={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="-mb-2">
        <MessageLabel name={model?.name ?? message.modelId} id={message.modelId} />
      </div>
      {text !== '' && <PlainText text={text} />}
      {isOpen(message) && <ReplyProgress reply={message} />}
      {children}
    </article>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <p data-part="text" className="text-md wrap-anywhere whitespace-pre-wrap">
      {clipCombiningMarks(text)}
    </p>
  )
}

interface UnformattedMessageProps {
  message: Message
  model: Model | undefined
  store: ConversationStore
  /** The model for another reply; null is the one that gave this reply. */
  modelId: string | null
  isLast: boolean
}

/** A message whose scripts failed to load. Only the last message offers to retry. */
export function UnformattedMessage({ message, model, store, modelId, isLast }: UnformattedMessageProps) {
  const reply = message.kind === 'reply' ? message : undefined
  const isShown = isLast && reply?.state !== 'waiting'
  return (
    <PlainMessage message={message} model={model}>
      {isShown && (
        <Notice
          tone="danger"
          actions={
            <Button
              size="small"
              onClick={({ currentTarget }) => {
                // The button disappears with its message.
                currentTarget.closest<HTMLElement>('[role=log]')?.focus()
                void retryParts()
                if (reply?.failure) store.getState().regenerate(message.id, modelId ?? reply.modelId)
              }}
            >
              Retry
            </Button>
          }
        >
          {reply?.failure?.message ?? 'Part of this page couldn’t be loaded.'}
        </Notice>
      )}
    </PlainMessage>
  )
}

/** Seconds without output before the time is shown. */
const silenceThreshold = 10

/** The status of an open reply. Not announced: the conversation announces each reply once. */
export function ReplyProgress({ reply }: { reply: Reply }) {
  const { state, sentAt, lastDeltaAt, reasoning } = reply
  const isWaiting = state === 'waiting'
  const silence = useClock(() => Math.floor((performance.now() - (lastDeltaAt ?? sentAt)) / 1_000))
  // The reasoning above says "Thinking…" itself.
  const status = isThinking(reply) && reasoning !== '' ? '' : 'Writing…'
  if (!isWaiting && status === '' && silence < silenceThreshold) return null
  return (
    <p className={`flex flex-wrap items-center gap-x-2 text-text-muted ${isWaiting ? 'animate-appear-late' : ''}`}>
      <span aria-hidden className={`size-2 rounded-full bg-accent ${isWaiting ? 'animate-pulse-soft' : ''}`} />
      <span className="tabular-nums">
        {isWaiting ? 'Waiting for first token…' : status}
        {silence >= silenceThreshold && (isWaiting ? ` ${silence} s` : `${status && ' '}No output for ${silence} s`)}
      </span>
    </p>
  )
}
