import { openOverlay } from '#app/ui/overlays.ts'
import { useStore } from 'zustand'
import { Composer } from '#app/chat/composer/composer.tsx'
import { invalidSettings } from '#app/chat/store/chat-request.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { anyMessages, anyRunning, usePanes } from '#app/chat/store/use-panes.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { ModelOf } from './choose-models.ts'

const AddMessage = lazyPart(() => import('#app/chat/composer/add-message.tsx').then((module) => module.AddMessage), {
  missing: null,
  preload: true,
})
const PaneSwitches = lazyPart(() => import('./all-panes.tsx').then((module) => module.PaneSwitches), {
  missing: null,
  preload: true,
})
const AllPanes = lazyPart(() => import('./all-panes.tsx').then((module) => module.AllPanes), { preload: true })

const ContextMeter = lazyPart(
  () => import('#app/features/playground/summary/context-meter.tsx').then((module) => module.ContextMeter),
  { missing: null, preload: true },
)

const UnreadFiles = lazyPart(() => import('./unread-files.tsx').then((module) => module.UnreadFiles), { missing: null })

const InvalidSettingsList = lazyPart(
  () =>
    import('#app/features/playground/parameters/invalid-settings-list.tsx').then(
      (module) => module.InvalidSettingsList,
    ),
  { missing: null, preload: true },
)

interface SharedComposerProps {
  panes: readonly Pane[]
  /** The model used if none is selected. */
  suggested: string | null
  /** False for a known model that no connected provider serves. */
  isConnected: (id: string, connectionId: string | null) => boolean
  /** Why nothing can be sent if no model is selected or suggested. */
  noModel: string
  /** Stays the same function as long as the models do. */
  modelOf: ModelOf
}

/** The composer for all panes or, if they have separate messages, the buttons to send and stop all. */
export function SharedComposer({ panes, suggested, isConnected, noModel, modelOf }: SharedComposerProps) {
  const draft = useStore(workspace, (state) => state.draft)
  const isEmpty = useStore(workspace, ({ attached }) => attached.length === 0) && draft.trim() === ''
  const detached = useStore(workspace, (state) => state.detached)
  const busy = usePanes(panes, anyRunning)
  const lacksModel = usePanes(panes, hasNoModel) && suggested === null
  const anyFiles = useStore(workspace, ({ attached }) => attached.length > 0)
  const anyInvalid = usePanes(panes, hasInvalid)
  const hasMessages = usePanes(panes, anyMessages)
  const { setDraft, addMessage, send, stop } = workspace.getState()
  const several = panes.length > 1
  if (several && detached) {
    return <AllPanes panes={panes} suggested={suggested} busy={busy} />
  }
  return (
    <Composer
      label="Message"
      draft={draft}
      onDraft={setDraft}
      target={workspace}
      busy={busy}
      onSend={
        lacksModel
          ? undefined
          : () => {
              const isAnyConnected = panes.some(({ store }) => {
                const { modelId, connectionId } = store.getState()
                return isConnected(modelId ?? suggested ?? '', connectionId)
              })
              if (isAnyConnected) send(suggested)
              // The draft stays, to be sent once the model is connected.
              else openOverlay('connect')
            }
      }
      onStop={stop}
      hint={
        lacksModel ? (
          noModel
        ) : several ? (
          <PaneSwitches />
        ) : (
          <span className="max-md:hidden pointer-coarse:hidden">Enter to send · Shift+Enter for a new line</span>
        )
      }
      problems={
        (anyInvalid || anyFiles) && (
          <>
            {anyInvalid && <InvalidSettingsList panes={panes} />}
            {anyFiles && <UnreadFiles panes={panes} target={workspace} suggested={suggested} modelOf={modelOf} />}
          </>
        )
      }
      gauge={<ContextMeter panes={panes} draft={draft} suggested={suggested} modelOf={modelOf} />}
      actions={(hasMessages || !isEmpty) && <AddMessage field="Message" empty={isEmpty} onAdd={addMessage} />}
    />
  )
}

function hasInvalid(panes: readonly Pane[]): boolean {
  return panes.some(({ store }) => invalidSettings(store.getState()).length > 0)
}

function hasNoModel(panes: readonly Pane[]): boolean {
  return panes.every(({ store }) => store.getState().modelId === null)
}
