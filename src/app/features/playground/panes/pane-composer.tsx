import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Composer } from '#app/chat/composer/composer.tsx'
import { invalidSettings } from '#app/chat/store/chat-request.ts'
import { isBusy, numbered } from '#app/chat/store/use-panes.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import type { Role } from '#app/data/message.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { ContextMeter } from '#app/features/playground/summary/context-meter.tsx'
import type { ModelOf } from './choose-models.ts'
import { UnreadFiles } from './unread-files.tsx'
import { InvalidSettingsList } from '#app/features/playground/parameters/invalid-settings-list.tsx'

const AddMessage = lazyPart(() => import('#app/chat/composer/add-message.tsx').then((module) => module.AddMessage), {
  missing: null,
  preload: true,
})

interface PaneComposerProps {
  pane: Pane
  /** Counted from 1. */
  place: number
  modelId: string | null
  /** The models of the pane's connection. */
  modelOf: ModelOf
}

/** The composer of one pane, used while panes have separate messages. */
export function PaneComposer({ pane, place, modelId, modelOf }: PaneComposerProps) {
  const { store } = pane
  const panes = useMemo(() => [pane], [pane])
  const draft = useStore(store, (state) => state.draft)
  const anyFiles = useStore(store, ({ attached }) => attached.length > 0)
  const busy = useStore(store, isBusy)
  const isInvalid = useStore(store, (state) => invalidSettings(state).length > 0)
  const { setDraft, setAttached, insertAfter, send, stop } = store.getState()
  const add = (role: Role) => {
    insertAfter(store.getState().tip, role, draft, store.getState().attached)
    setDraft('')
    setAttached([])
  }
  return (
    <Composer
      label={numbered('Message', place)}
      draft={draft}
      onDraft={setDraft}
      target={store}
      busy={busy}
      onSend={modelId === null ? undefined : () => send(modelId)}
      onStop={stop}
      hint={null}
      problems={
        (isInvalid || anyFiles) && (
          <>
            {isInvalid && <InvalidSettingsList panes={panes} />}
            {anyFiles && <UnreadFiles panes={panes} target={store} suggested={modelId} modelOf={modelOf} />}
          </>
        )
      }
      gauge={<ContextMeter panes={panes} suggested={modelId} modelOf={modelOf} />}
      actions={<AddMessage field={numbered('Message', place)} empty={draft.trim() === '' && !anyFiles} onAdd={add} />}
    />
  )
}
