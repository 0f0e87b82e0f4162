import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useClock } from '#app/chat/metrics/reply-clock.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { type Explanation, explainFailure } from '#app/data/calls/explain-failure.ts'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connection } from '#app/data/connections/connection.ts'
import { connections } from '#app/data/connections/connections.ts'
import type { Reply } from '#app/data/message.ts'
import { connectionModelsQuery } from '#app/data/models/connection-models.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { nearModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { askInPlace } from './focus-message.ts'

/** Whole seconds until a time, never fewer than 0. */
export function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1_000))
}

/** `12 s`, `2 min`, `1 h 5 min`. */
export function durationWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

interface RetryButtonProps {
  /** Before when the service does not want to be asked again, in milliseconds since the epoch. */
  retryAt: number | null
  /** Whether another reply is on its way, which has to end first. */
  busy: boolean
  onRetry: () => void
}

/** Asks again, once the service allows it; never by itself. */
function RetryButton({ retryAt, busy, onRetry }: RetryButtonProps) {
  const [isBarred] = useState(() => retryAt !== null && secondsUntil(retryAt) > 0)
  return retryAt !== null && isBarred ? (
    <CountedRetry retryAt={retryAt} busy={busy} onRetry={onRetry} />
  ) : (
    <Button size="small" disabled={busy} onClick={onRetry}>
      Retry
    </Button>
  )
}

function CountedRetry({ retryAt, busy, onRetry }: RetryButtonProps & { retryAt: number }) {
  const left = useClock(() => secondsUntil(retryAt))
  const barred = left > 0 || busy
  return (
    <>
      {/* Not the attribute `disabled`: focus that waits on it must not be lost. */}
      <Button
        size="small"
        aria-disabled={barred}
        onClick={() => !barred && onRetry()}
        className={barred ? 'opacity-50' : ''}
      >
        Retry
      </Button>
      {left > 0 && (
        <span aria-hidden data-retry-in={left} className="text-xs text-text-muted tabular-nums">
          in {durationWords(left)}
        </span>
      )}
      <span role="status" className="sr-only">
        {left === 0 ? 'You can retry now.' : ''}
      </span>
    </>
  )
}

interface FailedReplyProps {
  reply: Reply
  store: ConversationStore
  /** True where it failed just now: then it is announced. */
  isNews: boolean
  /** Whether another reply is on its way, which has to end first. */
  busy: boolean
  onRetry: () => void
  /** What else can be done with what arrived. */
  children: ReactNode
}

/** Why a reply failed, and the way on from there: to the key, another model, the connection, or once more. */
export function FailedReply({ reply, store, isNews, busy, onRetry, children }: FailedReplyProps) {
  const explanation = useExplanation(reply)
  const retryAt = reply.retryAt ?? null
  // As it was when the notice appeared: it is announced once, not each second.
  const [pause] = useState(() => (retryAt === null ? 0 : secondsUntil(retryAt)))
  return (
    <Notice
      tone="danger"
      announced={isNews}
      actions={
        <>
          <NextStep explanation={explanation} reply={reply} store={store} busy={busy} />
          {children}
          <RetryButton retryAt={retryAt} busy={busy} onRetry={onRetry} />
        </>
      }
    >
      {explanation.problem} {explanation.solution}
      {pause > 0 && <span className="sr-only"> You can retry in {durationWords(pause)}.</span>}
    </Notice>
  )
}

interface NextStepProps extends Pick<FailedReplyProps, 'reply' | 'store' | 'busy'> {
  explanation: Explanation
}

function useExplanation({ failure, refusedWith, connectionId = null, keyed }: Reply): Explanation {
  // A key or an address that has changed since does not change what happened; a name, and what to do now, may.
  useStore(connections, (state) => state.others)
  useStore(connection, (state) => state.key)
  const target = targetOf(connectionId)
  const detail = failure ?? { message: 'The reply failed. Retry to ask again.', type: '', param: null, code: null }
  return explainFailure(
    { detail, status: refusedWith },
    target && {
      name: target.name,
      apiBase: target.apiBase,
      sentKey: keyed ?? target.key !== null,
      hasKey: target.key !== null,
      pageOrigin: location.origin,
      isThisServer: connectionId === null,
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
          {explanation.kind === 'key_missing' ? 'Add the key' : 'Replace the key'}
        </Button>
      )
    case 'model':
      return <OtherModels reply={reply} store={store} busy={busy} />
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

/** The way to another model: those whose ids are close to the one that is missing, and the field with all of them. */
function OtherModels({ reply, store, busy }: Omit<NextStepProps, 'explanation'>) {
  const { id, modelId, connectionId = null } = reply
  const client = useQueryClient()
  const known = client.getQueryData(
    connectionId === null ? modelsQuery().queryKey : connectionModelsQuery(connectionId).queryKey,
  )
  return (
    <>
      {nearModels(modelId, known ?? []).map((near) => (
        <Button
          key={near.id}
          size="small"
          disabled={busy}
          onClick={() =>
            askInPlace(store, id, () => {
              store.getState().setModel(near.id, connectionId)
              store.getState().regenerate(id, near.id)
            })
          }
        >
          Ask {near.id}
        </Button>
      ))}
      <Button
        size="small"
        onClick={({ currentTarget }) =>
          // The nearest pane that holds both; its list of models stands above what was said.
          currentTarget.closest('section')?.querySelector<HTMLElement>('[role=combobox]')?.focus()
        }
      >
        Choose another model
      </Button>
    </>
  )
}
