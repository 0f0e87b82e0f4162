import { useStore } from 'zustand'
import { Composer } from '#app/chat/composer.tsx'
import { readExtraBody } from '#app/chat/extra-body.ts'
import { numbered } from '#app/chat/pane-name.ts'
import type { Pane } from '#app/chat/workspace.ts'
import type { Role } from '#app/data/message.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const AddMessage = lazyPart(() => import('#app/chat/add-message.tsx').then((module) => module.AddMessage), {
  missing: null,
  isEarly: true,
})

interface PaneComposerProps {
  pane: Pane
  /** Counted from 1. */
  place: number
  modelId: string | null
}

/** The Message of a pane that has one of its own. */
export function PaneComposer({ pane: { store }, place, modelId }: PaneComposerProps) {
  const draft = useStore(store, (state) => state.draft)
  const busy = useStore(store, (state) => state.running !== null)
  const unsent = useStore(store, (state) => readExtraBody(state.extraBody).problem)
  const { setDraft, insertAfter, send, stop } = store.getState()
  const add = (role: Role) => {
    insertAfter(store.getState().tip, role, draft)
    setDraft('')
  }
  return (
    <Composer
      label={numbered('Message', place)}
      draft={draft}
      onDraft={setDraft}
      busy={busy}
      onSend={modelId === null ? undefined : () => send(modelId)}
      onStop={stop}
      hint={unsent === undefined ? null : `Other fields (JSON) are left out: ${unsent}`}
      actions={<AddMessage field={numbered('Message', place)} empty={draft.trim() === ''} onAdd={add} />}
    />
  )
}
