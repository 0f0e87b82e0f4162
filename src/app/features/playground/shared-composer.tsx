import { Suspense } from 'react'
import { useStore } from 'zustand'
import { Composer } from '#app/chat/composer.tsx'
import { leftOut } from '#app/chat/left-out.ts'
import { workspace } from '#app/chat/open-workspace.ts'
import { anyMessages, anyRunning, usePanes } from '#app/chat/use-panes.ts'
import type { Pane } from '#app/chat/workspace.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const AddMessage = lazyPart(() => import('#app/chat/add-message.tsx').then((module) => module.AddMessage))
const PaneSwitches = lazyPart(() => import('./pane-switches.tsx').then((module) => module.PaneSwitches))

interface SharedComposerProps {
  panes: readonly Pane[]
  /** The model that answers where none was chosen. */
  suggested: string | null
}

/** The Message that every pane answers; or, while each has its own, what sends and stops them all. */
export function SharedComposer({ panes, suggested }: SharedComposerProps) {
  const draft = useStore(workspace, (state) => state.draft)
  const detached = useStore(workspace, (state) => state.detached)
  const busy = usePanes(panes, anyRunning)
  const noModel = usePanes(panes, hasNoModel) && suggested === null
  const unsent = usePanes(panes, leftOut)
  const begun = usePanes(panes, anyMessages)
  const { setDraft, addMessage, send, stop } = workspace.getState()
  const several = panes.length > 1
  if (several && detached) return <AllPanes panes={panes} suggested={suggested} busy={busy} />
  return (
    <Composer
      label="Message"
      draft={draft}
      onDraft={setDraft}
      busy={busy}
      onSend={noModel ? undefined : () => send(suggested)}
      onStop={stop}
      hint={
        noModel ? (
          'Choose a model to send.'
        ) : unsent !== '' ? (
          unsent
        ) : several ? (
          <Suspense fallback={null}>
            <PaneSwitches />
          </Suspense>
        ) : (
          <span className="pointer-coarse:hidden">Enter sends, Shift+Enter breaks the line</span>
        )
      }
      actions={
        <Suspense fallback={null}>
          {(begun || draft !== '') && <AddMessage field="Message" empty={draft.trim() === ''} onAdd={addMessage} />}
        </Suspense>
      }
    />
  )
}

function AllPanes({ panes, suggested, busy }: SharedComposerProps & { busy: boolean }) {
  const nothingToSend = usePanes(panes, hasNoDraft)
  const sendAll = () => {
    for (const { store } of panes) {
      const { modelId, send } = store.getState()
      const model = modelId ?? suggested
      if (model !== null) send(model)
    }
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]">
      <Suspense fallback={null}>
        <PaneSwitches />
      </Suspense>
      <span className="ml-auto flex gap-2">
        {busy && <Button onClick={workspace.getState().stop}>Stop all</Button>}
        <Button disabled={nothingToSend} onClick={sendAll}>
          Send all
        </Button>
      </span>
    </div>
  )
}

function hasNoModel(panes: readonly Pane[]): boolean {
  return panes.every(({ store }) => store.getState().modelId === null)
}

function hasNoDraft(panes: readonly Pane[]): boolean {
  return panes.every(({ store }) => store.getState().draft.trim() === '')
}
