import { useQuery } from '@tanstack/react-query'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Composer } from '#app/chat/composer.tsx'
import { workspace } from '#app/chat/open-workspace.ts'
import { useAnyRunning } from '#app/chat/use-any-running.ts'
import { mostPanes } from '#app/chat/workspace.ts'
import { connection } from '#app/data/connection.ts'
import { modelsQuery } from '#app/data/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { textModels } from './model-picker.tsx'
import { PaneView } from './pane-view.tsx'
import { ParametersPanel } from './parameters-panel.tsx'

interface PlaygroundPageProps {
  /** Puts the chosen models into the address, so that a reload or a copied link opens on them. */
  onModelsChosen: (ids: string[]) => void
}

/** The playground: one conversation, or several side by side, and what shapes their replies beside them. */
export function PlaygroundPage({ onModelsChosen }: PlaygroundPageProps) {
  const revision = useStore(connection, (state) => state.revision)
  const { data: models = [], isSuccess } = useQuery(modelsQuery(revision))
  const suggested = textModels(models)[0]?.id ?? null
  const panes = useStore(workspace, (state) => state.panes)
  const [selectedId, select] = useState<string | null>(null)
  const selected = panes.find(({ id }) => id === selectedId) ?? panes[0]
  const { startNew, addPane } = workspace.getState()
  const tellModels = () =>
    onModelsChosen(workspace.getState().panes.flatMap(({ store }) => store.getState().modelId ?? suggested ?? []))

  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
        <h1 className="mr-auto truncate font-semibold">Playground</h1>
        {panes.length < mostPanes && (
          <Button variant="quiet" onClick={() => addPane()}>
            <Plus aria-hidden size={16} />
            Add model
          </Button>
        )}
        <Button variant="quiet" onClick={startNew}>
          New conversation
        </Button>
        <div className="lg:hidden">
          <Sheet
            title="Parameters"
            trigger={
              <>
                <SlidersHorizontal aria-hidden size={16} />
                Parameters
              </>
            }
          >
            {selected && <ParametersPanel key={selected.id} store={selected.store} idPrefix="sheet" />}
          </Sheet>
        </div>
      </header>
      <div className="flex min-h-0 flex-1">
        <section className="flex min-w-0 flex-1 flex-col">
          <div className="flex min-h-0 flex-1">
            {panes.map((pane, index) => (
              <PaneView
                key={pane.id}
                pane={pane}
                place={index + 1}
                models={models}
                modelsKnown={isSuccess}
                suggested={suggested}
                onModelChosen={() => {
                  select(pane.id)
                  tellModels()
                }}
              />
            ))}
          </div>
          <SharedComposer suggested={suggested} />
        </section>
        <aside
          aria-label="Parameters"
          className="hidden w-72 shrink-0 overflow-y-auto border-l border-line p-4 lg:block"
        >
          {selected && <ParametersPanel key={selected.id} store={selected.store} idPrefix="rail" />}
        </aside>
      </div>
    </>
  )
}

/** The Message that every pane answers. */
function SharedComposer({ suggested }: { suggested: string | null }) {
  const draft = useStore(workspace, (state) => state.draft)
  const panes = useStore(workspace, (state) => state.panes)
  const detached = useStore(workspace, (state) => state.detached)
  const busy = useAnyRunning(panes)
  const { setDraft, send, stop } = workspace.getState()
  if (detached && panes.length > 1) return null
  const noModel = suggested === null && panes.every(({ store }) => store.getState().modelId === null)
  return (
    <Composer
      label="Message"
      draft={draft}
      onDraft={setDraft}
      busy={busy}
      onSend={noModel ? undefined : () => send(suggested)}
      onStop={stop}
      hint={noModel ? 'Choose a model to send.' : 'Enter sends, Shift+Enter breaks the line'}
    />
  )
}
