import { useQuery } from '@tanstack/react-query'
import { Maximize2, Minimize2, Star, X } from 'lucide-react'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { numbered } from '#app/chat/store/use-panes.ts'
import { Transcript } from '#app/chat/transcript/transcript.tsx'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connections } from '#app/data/connections/connections.ts'
import { connectionModelsQuery, findModel } from '#app/data/models/connection-models.ts'
import { type ModelChoice, isSame, rememberedModels, toggleFavourite } from '#app/models/remembered-models.ts'
import { isDemo } from '#app/models/text-models.ts'
import { PaneMark } from '#app/features/playground/summary/pane-mark.tsx'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import type { ModelOf } from './choose-models.ts'
import { DemoLabel, FirstStep } from './first-step.tsx'
import { ModelPicker } from '#app/models/picker/model-picker.tsx'
import type { PaneMenuProps } from './pane-menu.tsx'
import { paneElementId } from './pane-row.tsx'

interface KnownModels {
  /** Stays the same function as long as the models do. */
  modelOf: (id: string) => Model | undefined
  /** True once the list is loaded. */
  isKnown: boolean
  /** Why loading failed; null if the list is loaded or loading. */
  error: Error | null
}

/** The models of a pane's connection. `own` are those of the service that served this page. */
function useModelsOf(connectionId: string | null, own: KnownModels): KnownModels {
  const revision = useStore(connections, (state) => state.revision)
  const { data, error } = useQuery({
    ...connectionModelsQuery(connectionId ?? '', revision),
    enabled: connectionId !== null,
  })
  const modelOf = useCallback((id: string) => data && findModel(data, id), [data])
  return connectionId === null
    ? own
    : { modelOf, isKnown: data !== undefined, error: data === undefined ? error : null }
}

const PaneComposer = lazyPart(() => import('./pane-composer.tsx').then((module) => module.PaneComposer), {
  preload: true,
})
const UndoButtons = lazyPart(() => import('#app/chat/composer/undo-buttons.tsx').then((module) => module.UndoButtons), {
  missing: null,
  preload: true,
})
// If this script can't be loaded, the service is gone. The next reply explains that.
const MissingModel = lazyPart(() => import('./model-notices.tsx').then((module) => module.MissingModel), {
  missing: null,
})
const PaneModelNotice = lazyPart(() => import('./model-notices.tsx').then((module) => module.PaneModelNotice), {
  missing: null,
})
const PaneState = lazyPart(() => import('./pane-state.tsx').then((module) => module.PaneState), {
  missing: null,
  preload: true,
})

interface PaneViewProps extends PaneMenuProps {
  /** Models of the service that served this page. */
  models: readonly Model[]
  /** Stays the same function as long as the models do. */
  modelOf: ModelOf
  /** True once the models are loaded. */
  modelsKnown: boolean
  /** Why loading failed; null if they are loaded or loading. */
  modelsError: Error | null
  /** The model used if none is selected. */
  suggested: string | null
  /** True if only demo models can be called. */
  onlyDemo: boolean
  /** True for the selected pane. */
  selected: boolean
  /** True for a new pane, whose model picker takes focus. */
  isNew: boolean
  /** The id of the only pane shown; null if all are. */
  focusedId: string | null
  /** Shows this pane only, or all again. */
  onToggleFocus: () => void
  onModelChosen: () => void
  /** Adds a second model; null if that isn't offered. */
  onCompare: (() => void) | null
  onClose: () => void
}

/** One pane: model picker, notices and transcript. */
export function PaneView(props: PaneViewProps) {
  const { pane, place, panes, models, suggested, selected } = props
  const { store } = pane
  const connectionId = useStore(store, (state) => state.connectionId)
  const own = { modelOf: props.modelOf, isKnown: props.modelsKnown, error: props.modelsError }
  const { modelOf, isKnown, error } = useModelsOf(connectionId, own)
  const modelId = useStore(store, (state) => state.modelId) ?? suggested
  const detached = useStore(workspace, (state) => state.detached)
  const anySteps = useStore(store, ({ steps }) => steps.past.length + steps.future.length > 0)
  const isOnlyPane = panes.length === 1
  const isFocused = props.focusedId === pane.id
  const focusLabel = isFocused ? 'Show all panes' : `Focus pane ${place}`
  const edge = isFocused
    ? ''
    : panes.length > 3
      ? 'not-first:max-lg:border-l lg:outline lg:outline-line'
      : 'not-first:border-l'
  const width = isOnlyPane ? '' : `md:min-w-76 max-md:min-w-full ${panes.length > 3 ? 'lg:min-w-0' : ''}`
  const model = modelId === null ? undefined : modelOf(modelId)
  const provider = connectionId === null ? model?.provider : targetOf(connectionId)?.name
  const startWith = (prompt: string) =>
    detached && !isOnlyPane ? store.getState().setDraft(prompt) : workspace.getState().setDraft(prompt)
  return (
    <section
      id={paneElementId(pane.id)}
      data-pane={pane.id}
      aria-label={isOnlyPane ? undefined : `Pane ${place}`}
      // It stays mounted, so that its replies continue; without layout and paint.
      hidden={props.focusedId !== null && !isFocused}
      className={`flex min-h-0 min-w-0 flex-1 snap-start flex-col border-line ${edge} ${width}`}
    >
      <div className={`flex shrink-0 items-center gap-1 px-1.75 ${isOnlyPane ? 'h-11 border-b border-line' : 'h-10'}`}>
        {!isOnlyPane && (
          <span
            aria-hidden
            className={`flex size-5 shrink-0 items-center justify-center rounded-sm ${selected ? 'bg-accent-soft' : ''}`}
          >
            <PaneMark mark={pane.mark} />
          </span>
        )}
        <div ref={props.isNew ? focusField : undefined} className="w-full max-w-72 min-w-0">
          <ModelPicker
            label={numbered('Model', place)}
            models={models}
            modelId={modelId}
            connectionId={connectionId}
            onChange={(id, connection) => {
              store.getState().setModel(id, connection)
              props.onModelChosen()
            }}
          />
        </div>
        {isOnlyPane ? (
          <>
            {modelId !== null && <FavouriteButton choice={{ modelId, connectionId }} />}
            {model && isDemo(model) && <DemoLabel />}
            <span className="hidden truncate font-mono text-xs text-text-muted md:inline">{modelId}</span>
            {provider !== undefined && <span className="truncate text-xs text-text-muted">via {provider}</span>}
            <span className="ml-auto">{anySteps && <UndoButtons store={store} />}</span>
          </>
        ) : (
          <>
            {/* On a phone a pane fills the screen anyway. */}
            <Button
              variant="quiet"
              size="small"
              className="ml-auto max-md:hidden"
              aria-label={focusLabel}
              title={focusLabel}
              onClick={props.onToggleFocus}
            >
              {isFocused ? <Minimize2 aria-hidden size={14} /> : <Maximize2 aria-hidden size={14} />}
            </Button>
            <Button
              variant="quiet"
              size="small"
              className="max-md:ml-auto"
              aria-label={`Close pane ${place}`}
              onClick={props.onClose}
            >
              <X aria-hidden size={16} />
            </Button>
          </>
        )}
      </div>
      {!isOnlyPane && (
        <div className="flex h-8 shrink-0 items-center border-b border-line pr-1.75 pl-4 text-xs">
          {provider !== undefined && <span className="mr-2 max-w-24 truncate text-text-muted">via {provider}</span>}
          <PaneState pane={pane} place={place} panes={panes} nameOf={props.nameOf} onDone={props.onDone}>
            {anySteps && <UndoButtons store={store} paneNumber={place} compact />}
          </PaneState>
        </div>
      )}
      {(error !== null || isKnown) && model === undefined && (
        <MissingModel
          modelId={modelId}
          connectionId={connectionId}
          error={error}
          onChoose={(id) => {
            store.getState().setModel(id, connectionId)
            props.onModelChosen()
          }}
        />
      )}
      {model && (model.status !== 'active' || connectionId !== null) && (
        <PaneModelNotice
          model={model}
          connectionId={connectionId}
          onChooseAnother={() => focusField(document.getElementById(paneElementId(pane.id)))}
        />
      )}
      <Transcript
        store={store}
        label={numbered('Conversation', place)}
        modelOf={modelOf}
        connectionId={connectionId}
        modelId={modelId}
        empty={
          <FirstStep
            model={model}
            several={!isOnlyPane}
            onlyDemo={props.onlyDemo && place === 1}
            // Prompts for all panes are offered once.
            onChoose={isOnlyPane || detached || place === 1 ? startWith : null}
            onCompare={props.onCompare}
          />
        }
      />
      {detached && !isOnlyPane && <PaneComposer pane={pane} place={place} modelId={modelId} modelOf={modelOf} />}
    </section>
  )
}

/** Keeps a model among the favourites of the model picker. */
function FavouriteButton({ choice }: { choice: ModelChoice }) {
  const isFavourite = useStore(rememberedModels, ({ favourites }) => favourites.some((each) => isSame(each, choice)))
  return (
    <Button
      variant="quiet"
      className="px-1.5"
      aria-label="Favourite"
      title={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
      aria-pressed={isFavourite}
      onClick={() => toggleFavourite(choice)}
    >
      <Star aria-hidden size={16} className={isFavourite ? 'fill-current text-accent' : ''} />
    </Button>
  )
}

function focusField(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
}
