import { CircleStop, Scissors } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Reply } from '#app/data/message.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { FailedReply } from './failed-reply.tsx'
import { requestInPlace } from './focus-message.ts'

interface ReplyEndingProps {
  reply: Reply
  store: ConversationStore
  /** The model for another reply; null is the one that gave this reply. */
  modelId: string | null
  /** True if it ended just now, so that a failure is announced. */
  announce: boolean
  /** Opens the exchange behind the reply. */
  onInspect: () => void
}

/** How a reply ended, if that needs explaining, and what to do next. */
export function ReplyEnding({ reply, store, modelId, announce, onInspect }: ReplyEndingProps) {
  const { id, state, text, finishReason } = reply
  const model = modelId ?? reply.modelId
  const busy = useStore(store, ({ running }) => running !== null)
  const retry = () => requestInPlace(store, id, () => store.getState().regenerate(id, model))
  const continueReply = () => requestInPlace(store, id, () => store.getState().continueReply(id, model))
  const retryButton = (
    <Button size="small" disabled={busy} onClick={retry}>
      Retry
    </Button>
  )
  const continueButton = text !== '' && (
    <Button size="small" disabled={busy} onClick={continueReply}>
      Continue
    </Button>
  )
  switch (state) {
    case 'waiting':
    case 'streaming':
      return null
    case 'done':
      return finishReason === 'length' ? (
        <QuietEnding Icon={Scissors} actions={continueButton}>
          The reply reached its token limit. Continue it, or raise Max tokens.
        </QuietEnding>
      ) : null
    case 'stopped':
      return (
        <QuietEnding
          Icon={CircleStop}
          actions={
            <>
              {continueButton}
              {retryButton}
            </>
          }
        >
          {text === '' ? 'Stopped before the first token' : 'Stopped'}
        </QuietEnding>
      )
    case 'failed':
      return (
        <FailedReply {...{ reply, store, announce, busy, onInspect }} onRetry={retry}>
          {continueButton}
        </FailedReply>
      )
    case 'interrupted':
      return (
        <Notice
          tone="warning"
          announced={announce}
          actions={
            <>
              {continueButton}
              {retryButton}
            </>
          }
        >
          {text === ''
            ? 'Connection lost before the first token. Retry to send the request again.'
            : 'Connection lost before the reply finished. Continue from what arrived, or retry.'}
        </Notice>
      )
  }
}

interface QuietEndingProps {
  Icon: typeof CircleStop
  children: ReactNode
  actions: ReactNode
}

/** An ending without an error. */
function QuietEnding({ Icon, children, actions }: QuietEndingProps) {
  return (
    <div className="flex min-h-6.5 flex-wrap items-center gap-2 text-xs text-text-muted pointer-coarse:[&_button]:h-10 pointer-coarse:[&_button]:px-3">
      <p className="flex min-w-0 items-start gap-2">
        <Icon aria-hidden size={14} className="mt-0.5 shrink-0" />
        <span>{children}</span>
      </p>
      {actions}
    </div>
  )
}
