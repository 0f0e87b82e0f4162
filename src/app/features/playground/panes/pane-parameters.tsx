import { workspace } from '#app/chat/store/open-workspace.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { settingsOf } from '#app/data/setup.ts'
import { ParametersPanel } from '#app/features/playground/parameters/parameters-panel.tsx'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import type { Model } from '#contract/model.ts'
import type { PaneNotice } from './pane-notice.tsx'

/** Copies one pane's parameters to all panes. Returns a notice with undo. */
export function applyToAll(pane: Pane, place: number): PaneNotice {
  const before = workspace.getState().panes.map(({ store }) => {
    const settings = settingsOf(store.getState())
    return () => store.getState().applySetup(settings)
  })
  workspace.getState().applyToAll(pane.id)
  return {
    message: `Applied the system prompt and parameters of pane ${place} to all panes.`,
    undo: () => before.forEach((restore) => restore()),
  }
}

interface PaneParametersProps {
  panes: readonly Pane[]
  selected: Pane
  onSelect: (id: string) => void
  nameOf: (pane: Pane) => string
  /** The selected pane's model, if known. */
  model: Model | undefined
  onModelChosen: () => void
  onDone: (note: PaneNotice) => void
  /** Makes ids unique, since the page has two such panels. */
  idPrefix: string
}

/** The parameters of the selected pane, with a pane selector. */
export function PaneParameters(props: PaneParametersProps) {
  const { panes, selected, onSelect, nameOf, model, onModelChosen, onDone, idPrefix } = props
  const place = panes.indexOf(selected) + 1
  return (
    <div className="grid gap-5">
      {panes.length > 1 && (
        <div className="grid gap-2">
          <label htmlFor={`${idPrefix}-pane`} className="label">
            Parameters for
          </label>
          <Select id={`${idPrefix}-pane`} value={selected.id} onChange={(event) => onSelect(event.target.value)}>
            {panes.map((pane, index) => (
              <option key={pane.id} value={pane.id}>
                Pane {index + 1} · {nameOf(pane)}
              </option>
            ))}
          </Select>
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
