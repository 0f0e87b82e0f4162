import type { ReactNode } from 'react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { type Message, isOpen, roleNames, type Reply } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { retryParts } from '#app/ui/lazy-part.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { isThinking, useClock } from '#app/chat/metrics/reply-clock.ts'
import type { Model } from '#contract/model.ts'

/** Who wrote a message. `id` is the full id of a model. */
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
  /** The catalogue's entry of the model that replied; undefined where there is none. */
  model: Model | undefined
  /** What follows the text. */
  children?: ReactNode
}

/**
 * A message until the scripts that draw it are here: the text alone, as tall as the message will be, so that nothing
 * moves when they arrive.
 */
export function PlainMessage({ message, model, children }: PlainMessageProps) {
  const { id, kind, text } = message
  if (kind === 'written') {
    return (
      <article aria-label={roleNames[message.role]} data-message={id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <MessageLabel name={roleNames[message.role]} />
        <div className="rounded-lg bg-tint px-3.5 py-2.5">
          <PlainText text={text} />
        </div>
        {/* The place of its buttons. */}
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
  /** The model that is asked when this is asked for again; null is the one that gave it. */
  modelId: string | null
  isLast: boolean
}

/** A message whose scripts could not be loaded: its text, and below the last message, once for all, the way to retry. */
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
                // The button goes with what it belongs to.
                currentTarget.closest<HTMLElement>('[role=log]')?.focus()
                void retryParts()
                if (reply?.failure) store.getState().regenerate(message.id, modelId ?? reply.modelId)
              }}
            >
              Retry
            </Button>
          }
        >
          {reply?.failure?.message ?? 'Part of this page could not be loaded.'}
        </Notice>
      )}
    </PlainMessage>
  )
}

/** After this many seconds without output the time is shown. */
const long = 10

/** What an open reply is waiting for. It isn't announced: the conversation announces each reply once. */
export function ReplyProgress({ reply }: { reply: Reply }) {
  const { state, sentAt, lastDeltaAt, reasoning } = reply
  const isWaiting = state === 'waiting'
  const silence = useClock(() => Math.floor((performance.now() - (lastDeltaAt ?? sentAt)) / 1_000))
  // The reasoning above says "Thinking…" itself.
  const doing = isThinking(reply) && reasoning !== '' ? '' : 'Writing…'
  if (!isWaiting && doing === '' && silence < long) return null
  return (
    <p className={`flex flex-wrap items-center gap-x-2 text-text-muted ${isWaiting ? 'animate-appear-late' : ''}`}>
      <span aria-hidden className={`size-2 rounded-full bg-accent ${isWaiting ? 'animate-pulse-soft' : ''}`} />
      <span className="tabular-nums">
        {isWaiting ? 'Waiting for first token…' : doing}
        {silence >= long && (isWaiting ? ` ${silence} s` : `${doing && ' '}No output for ${silence} s`)}
      </span>
    </p>
  )
}
