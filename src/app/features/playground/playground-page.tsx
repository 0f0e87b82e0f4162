import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useStore } from 'zustand'
import { Composer } from '#app/chat/composer.tsx'
import { Transcript } from '#app/chat/transcript.tsx'
import { connection } from '#app/data/connection.ts'
import { modelsQuery } from '#app/data/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { FirstStep } from './first-step.tsx'
import { ModelPicker, textModels } from './model-picker.tsx'
import { ParametersPanel } from './parameters-panel.tsx'
import { playground } from './playground-store.ts'

interface PlaygroundPageProps {
  /** Puts the chosen model into the address, so that a reload or a copied link opens on it. */
  onModelChosen: (id: string) => void
}

/** The playground: one conversation with one model, its parameters beside it. */
export function PlaygroundPage({ onModelChosen }: PlaygroundPageProps) {
  const revision = useStore(connection, (state) => state.revision)
  const { data: models = [], isSuccess } = useQuery(modelsQuery(revision))
  const chosenId = useStore(playground, (state) => state.modelId)
  const modelId = chosenId ?? textModels(models)[0]?.id ?? null
  const modelOf = (id: string) => models.find((model) => model.id === id)
  const model = modelId === null ? undefined : modelOf(modelId)
  const { setModel, setDraft, send, retry, startNew } = playground.getState()
  const choose = (id: string) => {
    setModel(id)
    onModelChosen(id)
  }

  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
        <h1 className="mr-auto truncate font-semibold">Playground</h1>
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
            <ParametersPanel store={playground} idPrefix="sheet" />
          </Sheet>
        </div>
      </header>
      <div className="flex min-h-0 flex-1">
        <section className="flex min-w-0 flex-1 flex-col">
          <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-1.75">
            <div className="w-full max-w-72">
              <ModelPicker models={models} modelId={modelId} onChange={choose} />
            </div>
            <span className="hidden truncate font-mono text-xs text-text-muted md:inline">{modelId}</span>
          </div>
          {isSuccess && modelId !== null && model === undefined && (
            <div className="px-4 pt-3">
              <Notice tone="warning">No model is called {modelId} here. Choose another one above.</Notice>
            </div>
          )}
          <Transcript
            store={playground}
            modelOf={modelOf}
            onRetry={() => modelId !== null && retry(modelId)}
            empty={<FirstStep model={model} onChoose={setDraft} />}
          />
          <Composer
            store={playground}
            onSend={modelId === null ? undefined : () => send(modelId)}
            hint={modelId === null ? 'Choose a model to send.' : 'Enter sends, Shift+Enter breaks the line'}
          />
        </section>
        <aside
          aria-label="Parameters"
          className="hidden w-72 shrink-0 overflow-y-auto border-l border-line p-4 lg:block"
        >
          <ParametersPanel store={playground} idPrefix="rail" />
        </aside>
      </div>
    </>
  )
}
