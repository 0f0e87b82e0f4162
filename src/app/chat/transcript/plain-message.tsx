import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { connections } from '#app/data/connections/connections.ts'
import { type Message, type Reply, type Role, isOpen, roleNames } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { retryParts } from '#app/ui/lazy-part.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { isThinking, useClock } from '#app/chat/metrics/reply-clock.ts'
import type { Model } from '#contract/model.ts'

interface MessageLabelProps {
  /** Who wrote the message. */
  name: string
  /** The full model id. */
  modelId?: string | undefined
  /** The connection that was used, named if it isn't the service that served this page. */
  connectionId?: string | null | undefined
  /** The versions and the toolbar. */
  children?: ReactNode
}

/** The row above a message: its author, provider, versions and toolbar. Always as high, so that nothing moves. */
export function MessageLabel({ name, modelId, connectionId = null, children }: MessageLabelProps) {
  const provider = useStore(connections, ({ others }) => others.find(({ id }) => id === connectionId)?.name)
  return (
    <div
      data-part="label"
      className="@container relative -mb-1 flex h-6 min-w-0 items-center gap-2 text-xs text-text-muted"
    >
      <span className="truncate text-sm font-semibold text-text" title={modelId}>
        {name}
      </span>
      {provider !== undefined && (
        // The first to give way in a narrow row.
        <span className="min-w-0 shrink-999 truncate @max-sm:has-[~[data-part=versions]]:hidden">{provider}</span>
      )}
      {children}
    </div>
  )
}

/** The block of a written message, by its role. An assistant message is a prefilled reply. */
export const writtenBlock: Readonly<Record<Role, string>> = {
  system: 'rounded-lg border border-line bg-surface-sunken px-3 py-1.75 text-sm text-text-muted',
  user: 'rounded-lg bg-tint px-3 py-2.5 text-md',
  assistant: 'rounded-lg border border-dashed border-control bg-tint px-3 py-2.5 text-md',
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
      <article aria-label={roleNames[message.role]} data-message={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <MessageLabel name={roleNames[message.role]} />
        <div className={writtenBlock[message.role]}>
          <PlainText text={text} />
        </div>
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
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
    >
      <MessageLabel
        name={model?.name ?? message.modelId}
        modelId={message.modelId}
        connectionId={message.connectionId}
      />
      {text !== '' && (
        <div className="text-md">
          <PlainText text={text} />
        </div>
      )}
      {message.state === 'waiting' && <ReplyProgress reply={message} />}
      {isOpen(message) && (
        <div className="@container flex min-h-6 items-center">
          {message.state === 'streaming' && <ReplyProgress reply={message} />}
        </div>
      )}
      {children}
    </article>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <p data-part="text" className="wrap-anywhere whitespace-pre-wrap">
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
    <p
      className={`flex min-h-6 flex-wrap items-center gap-x-2 text-text-muted ${isWaiting ? 'animate-appear-late' : 'text-xs @max-md:gap-x-1'}`}
    >
      <span aria-hidden className={`size-2 rounded-full bg-accent ${isWaiting ? 'animate-pulse-soft' : ''}`} />
      {isWaiting ? (
        <span className="tabular-nums">Waiting for first token…{silence >= silenceThreshold && ` ${silence} s`}</span>
      ) : (
        <span className="tabular-nums">
          {/* Next to the figures there is no room for it in a narrow pane, and another line would move the reply. */}
          <span className="@max-md:sr-only">{status}</span>
          {silence >= silenceThreshold && `${status && ' '}No output for ${silence} s`}
        </span>
      )}
    </p>
  )
}
