import { workspace } from '#app/chat/store/open-workspace.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { settingsOf } from '#app/data/setup.ts'
import { ParametersPanel } from '#app/features/playground/parameters/parameters-panel.tsx'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import type { Model } from '#contract/model.ts'
import type { Note } from './pane-note.tsx'

/** Gives all panes the parameters of one, and says so with the way back. */
export function applyToAll(pane: Pane, place: number): Note {
  const before = workspace.getState().panes.map(({ store }) => {
    const settings = settingsOf(store.getState())
    return () => store.getState().applySetup(settings)
  })
  workspace.getState().applyToAll(pane.id)
  return {
    words: `All panes now have the system prompt and the parameters of pane ${place}.`,
    undo: () => before.forEach((bringBack) => bringBack()),
  }
}

interface PaneParametersProps {
  panes: readonly Pane[]
  selected: Pane
  onSelect: (id: string) => void
  nameOf: (pane: Pane) => string
  /** The model of the selected pane, where it is known. */
  model: Model | undefined
  onModelChosen: () => void
  onDone: (note: Note) => void
  /** Keeps the ids of two such panels on one page apart. */
  idPrefix: string
}

/** What shapes the replies of one pane, and of which. */
export function PaneParameters(props: PaneParametersProps) {
  const { panes, selected, onSelect, nameOf, model, onModelChosen, onDone, idPrefix } = props
  const place = panes.indexOf(selected) + 1
  return (
    <div className="grid gap-5">
      {panes.length > 1 && (
        <div className="grid gap-2">
          <label htmlFor={`${idPrefix}-pane`} className="label">
            Parameters of
          </label>
          <select
            id={`${idPrefix}-pane`}
            value={selected.id}
            onChange={(event) => onSelect(event.target.value)}
            className={fieldClass}
          >
            {panes.map((pane, index) => (
              <option key={pane.id} value={pane.id}>
                Pane {index + 1} · {nameOf(pane)}
              </option>
            ))}
          </select>
          <Button size="small" className="justify-self-start" onClick={() => onDone(applyToAll(selected, place))}>
            Apply to all panes
          </Button>
        </div>
      )}
      <ParametersPanel
        key={selected.id}
        store={selected.store}
        idPrefix={idPrefix}
        model={model}
        onModelChosen={onModelChosen}
      />
    </div>
  )
}
