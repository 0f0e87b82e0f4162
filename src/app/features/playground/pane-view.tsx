import { X } from 'lucide-react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { Composer } from '#app/chat/composer.tsx'
import { workspace } from '#app/chat/open-workspace.ts'
import { Transcript } from '#app/chat/transcript.tsx'
import type { Pane } from '#app/chat/workspace.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { FirstStep } from './first-step.tsx'
import { ModelPicker } from './model-picker.tsx'

interface PaneViewProps {
  pane: Pane
  /** Counted from 1; the first pane's controls bear no number. */
  place: number
  models: readonly Model[]
  /** True once the list of models has been read. */
  modelsKnown: boolean
  /** The model that answers where none was chosen. */
  suggested: string | null
  onModelChosen: () => void
}

/** One conversation with one model: who answers, and what was said. */
export function PaneView({ pane, place, models, modelsKnown, suggested, onModelChosen }: PaneViewProps) {
  const { store } = pane
  const modelId = useStore(store, (state) => state.modelId) ?? suggested
  const detached = useStore(workspace, (state) => state.detached)
  const alone = useStore(workspace, (state) => state.panes.length === 1)
  const modelOf = (id: string) => models.find((model) => model.id === id)
  const model = modelId === null ? undefined : modelOf(modelId)
  return (
    <section
      aria-label={alone ? undefined : `Pane ${place}`}
      className="flex min-w-0 flex-1 flex-col border-line not-first:border-l"
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-1.75">
        <div className="w-full max-w-72 min-w-0">
          <ModelPicker
            label={numbered('Model', place)}
            models={models}
            modelId={modelId}
            onChange={(id) => {
              store.getState().setModel(id)
              onModelChosen()
            }}
          />
        </div>
        {alone ? (
          <span className="hidden truncate font-mono text-xs text-text-muted md:inline">{modelId}</span>
        ) : (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Close pane ${place}`}
            className="ml-auto"
            onClick={() => workspace.getState().removePane(pane.id)}
          >
            <X aria-hidden size={16} />
          </Button>
        )}
      </div>
      {modelsKnown && modelId !== null && model === undefined && (
        <div className="px-4 pt-3">
          <Notice tone="warning">No model is called {modelId} here. Choose another one above.</Notice>
        </div>
      )}
      <Transcript
        store={store}
        label={numbered('Conversation', place)}
        modelOf={modelOf}
        modelId={modelId}
        empty={<FirstStep model={model} onChoose={(prompt) => workspace.getState().setDraft(prompt)} />}
      />
      {detached && !alone && <PaneComposer pane={pane} place={place} modelId={modelId} />}
    </section>
  )
}

/** The Message of a pane that has one of its own. */
function PaneComposer({ pane: { store }, place, modelId }: { pane: Pane; place: number; modelId: string | null }) {
  const draft = useStore(store, (state) => state.draft)
  const busy = useStore(store, (state) => state.running !== null)
  const { setDraft, send, stop } = store.getState()
  return (
    <Composer
      label={numbered('Message', place)}
      draft={draft}
      onDraft={setDraft}
      busy={busy}
      onSend={modelId === null ? undefined : () => send(modelId)}
      onStop={stop}
      hint={null}
    />
  )
}

/** `Model` for the first pane, `Model 2` for the second. */
export function numbered(name: string, place: number): string {
  return place === 1 ? name : `${name} ${place}`
}
