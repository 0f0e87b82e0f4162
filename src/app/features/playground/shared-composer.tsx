import { Suspense } from 'react'
import { useStore } from 'zustand'
import { Composer } from '#app/chat/composer.tsx'
import { leftOut } from '#app/chat/left-out.ts'
import { workspace } from '#app/chat/open-workspace.ts'
import { anyMessages, anyRunning, usePanes } from '#app/chat/use-panes.ts'
import type { Pane } from '#app/chat/workspace.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const AddMessage = lazyPart(() => import('#app/chat/add-message.tsx').then((module) => module.AddMessage), {
  missing: null,
  isEarly: true,
})
const PaneSwitches = lazyPart(() => import('./pane-switches.tsx').then((module) => module.PaneSwitches), {
  missing: null,
  isEarly: true,
})
const AllPanes = lazyPart(() => import('./all-panes.tsx').then((module) => module.AllPanes), { isEarly: true })

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
  if (several && detached) {
    return (
      <Suspense fallback={null}>
        <AllPanes panes={panes} suggested={suggested} busy={busy} />
      </Suspense>
    )
  }
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
          <span className="pointer-coarse:hidden">Enter to send · Shift+Enter for a new line</span>
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

function hasNoModel(panes: readonly Pane[]): boolean {
  return panes.every(({ store }) => store.getState().modelId === null)
}
