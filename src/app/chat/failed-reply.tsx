import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { connection } from '#app/data/connection.ts'
import { connectionModelsQuery } from '#app/data/connection-models.ts'
import { targetOf } from '#app/data/connection-target.ts'
import { connections } from '#app/data/connections.ts'
import { explainFailure, type Explanation } from '#app/data/explain-failure.ts'
import type { Reply } from '#app/data/message.ts'
import { modelsQuery } from '#app/data/queries.ts'
import { nearModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ConversationStore } from './conversation-store.ts'
import { askInPlace } from './focus-message.ts'
import { RetryButton } from './retry-button.tsx'
import { durationWords, secondsUntil } from './retry-wait.ts'

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
      {explanation.what} {explanation.cure}
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
      keyed: keyed ?? target.key !== null,
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
  switch (explanation.next) {
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
          {explanation.kind === 'key_wanted' ? 'Add the key' : 'Replace the key'}
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
    case 'again':
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
