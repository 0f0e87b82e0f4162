import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useClock } from '#app/chat/metrics/reply-clock.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { type Explanation, explainFailure } from '#app/data/calls/explain-failure.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connection } from '#app/data/connections/connection.ts'
import { connections } from '#app/data/connections/connections.ts'
import type { Reply } from '#app/data/message.ts'
import { connectionModelsQuery } from '#app/data/models/connection-models.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { nearModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { requestInPlace } from './focus-message.ts'

/** Whole seconds until a time, never fewer than 0. */
export function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1_000))
}

/** `12 s`, `2 min`, `1 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

interface RetryButtonProps {
  /** When the service allows a retry, in milliseconds since the epoch. */
  retryAt: number | null
  /** Whether another reply is running and has to end first. */
  busy: boolean
  onRetry: () => void
}

/** Retries once the service allows it; never automatically. */
function RetryButton({ retryAt, busy, onRetry }: RetryButtonProps) {
  const [mustWait] = useState(() => retryAt !== null && secondsUntil(retryAt) > 0)
  return retryAt !== null && mustWait ? (
    <RetryCountdown retryAt={retryAt} busy={busy} onRetry={onRetry} />
  ) : (
    <Button size="small" disabled={busy} onClick={onRetry}>
      Retry
    </Button>
  )
}

function RetryCountdown({ retryAt, busy, onRetry }: RetryButtonProps & { retryAt: number }) {
  const secondsLeft = useClock(() => secondsUntil(retryAt))
  const isDisabled = secondsLeft > 0 || busy
  return (
    <>
      {/* Not `disabled`, which would drop focus from a waiting button. */}
      <Button
        size="small"
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onRetry()}
        className={isDisabled ? 'opacity-50' : ''}
      >
        Retry
      </Button>
      {secondsLeft > 0 && (
        <span aria-hidden data-retry-in={secondsLeft} className="text-xs text-text-muted tabular-nums">
          in {formatDuration(secondsLeft)}
        </span>
      )}
      <span role="status" className="sr-only">
        {secondsLeft === 0 ? 'You can retry now.' : ''}
      </span>
    </>
  )
}

interface FailedReplyProps {
  reply: Reply
  store: ConversationStore
  /** True if it failed just now and should be announced. */
  announce: boolean
  /** Whether another reply is running and has to end first. */
  busy: boolean
  onRetry: () => void
  /** Opens the exchange behind the reply. */
  onInspect: () => void
  /** Further actions for the partial reply. */
  children: ReactNode
}

/** Why a reply failed, with the next step: the key, another model, the connection or a retry. */
export function FailedReply({ reply, store, announce, busy, onRetry, onInspect, children }: FailedReplyProps) {
  const explanation = useExplanation(reply)
  const retryAt = reply.retryAt ?? null
  // Fixed when the notice appears, so that it is announced once rather than each second.
  const [initialWait] = useState(() => (retryAt === null ? 0 : secondsUntil(retryAt)))
  return (
    <Notice
      tone="danger"
      announced={announce}
      actions={
        <>
          <NextStep explanation={explanation} reply={reply} store={store} busy={busy} />
          {children}
          <RetryButton retryAt={retryAt} busy={busy} onRetry={onRetry} />
          <Button size="small" onClick={onInspect}>
            Inspect
          </Button>
        </>
      }
    >
      <FailureSource reply={reply} problem={explanation.problem} />
      {explanation.problem} {explanation.solution}
      {initialWait > 0 && <span className="sr-only"> You can retry in {formatDuration(initialWait)}.</span>}
    </Notice>
  )
}

interface FailureSourceProps {
  reply: Reply
  /** The sentence below, which may name them itself. */
  problem: string
}

/** The status and the provider of a failure, where known: `Status 429 · OpenRouter`. */
function FailureSource({ reply: { refusedWith, connectionId = null }, problem }: FailureSourceProps) {
  const provider = useStore(connections, ({ others }) => others.find(({ id }) => id === connectionId)?.name)
  const known = [
    ...(refusedWith === null || problem.includes(`(${refusedWith})`) ? [] : [`Status ${refusedWith}`]),
    ...(provider === undefined || problem.includes(provider) ? [] : [provider]),
  ]
  return known.length > 0 && <p className="font-medium tabular-nums">{known.join(' · ')}</p>
}

interface NextStepProps extends Pick<FailedReplyProps, 'reply' | 'store' | 'busy'> {
  explanation: Explanation
}

function useExplanation({ failure, refusedWith, connectionId = null, keyed }: Reply): Explanation {
  // Subscribed because the name and the next step may change later. What happened doesn't.
  useStore(connections, (state) => state.others)
  useStore(connection, (state) => state.key)
  const target = targetOf(connectionId)
  const detail = failure ?? {
    message: 'The reply failed. Retry to send the request again.',
    type: '',
    param: null,
    code: null,
  }
  return explainFailure(
    { detail, status: refusedWith },
    target && {
      name: target.name,
      apiBase: target.apiBase,
      sentKey: keyed ?? target.key !== null,
      hasKey: target.key !== null,
      pageOrigin: location.origin,
      // Their messages say what to do.
      isThisServer: connectionId === null || target.apiBase === browserBaseUrl,
    },
  )
}

function NextStep({ explanation, reply, store, busy }: NextStepProps) {
  const { connectionId = null } = reply
  const navigate = useNavigate()
  const refused = useStore(connection, (state) => state.refused || state.key === null)
  const openSettings = () => void navigate({ to: '/settings', search: { connection: connectionId ?? 'this-server' } })
  switch (explanation.nextStep) {
    case 'key':
      return (
        <Button
          size="small"
          onClick={() => {
            const field = connectionId === null && refused ? document.querySelector<HTMLElement>('#api-key') : null
            if (field) field.focus()
            else openSettings()
          }}
        >
          {explanation.kind === 'key_missing' ? 'Add key' : 'Replace key'}
        </Button>
      )
    case 'model':
      return <SimilarModels reply={reply} store={store} busy={busy} />
    case 'connection':
      return (
        <Button size="small" onClick={openSettings}>
          Open settings
        </Button>
      )
    case 'retry':
      return null
  }
}

/** Buttons for models with similar ids, and one that leads to the model picker. */
function SimilarModels({ reply, store, busy }: Omit<NextStepProps, 'explanation'>) {
  const { id, modelId, connectionId = null } = reply
  const client = useQueryClient()
  const known = client.getQueryData(
    connectionId === null ? modelsQuery().queryKey : connectionModelsQuery(connectionId).queryKey,
  )
  return (
    <>
      {nearModels(modelId, known ?? []).map((model) => (
        <Button
          key={model.id}
          size="small"
          disabled={busy}
          onClick={() =>
            requestInPlace(store, id, () => {
              store.getState().setModel(model.id, connectionId)
              store.getState().regenerate(id, model.id)
            })
          }
        >
          Ask {model.id}
        </Button>
      ))}
      <Button
        size="small"
        onClick={({ currentTarget }) =>
          // The pane that contains this reply and its model picker.
          currentTarget.closest('section')?.querySelector<HTMLElement>('[role=combobox]')?.focus()
        }
      >
        Choose another model
      </Button>
    </>
  )
}
