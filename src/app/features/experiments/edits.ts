import type { StoreApi } from 'zustand/vanilla'
import type { Definition } from '#experiments/definition.ts'

interface EditedState {
  definition: Definition
  past: readonly Definition[]
  future: readonly Definition[]
}

const undoSteps = 100
/** Edits of the same thing within this time are one step, in milliseconds. */
const stepPause = 1_000

/** Edits of an experiment, which can be undone. `apply` makes a definition the current one. */
export function editsOf(state: Pick<StoreApi<EditedState>, 'getState' | 'setState'>, apply: (to: Definition) => void) {
  let lastEdit = { at: 0, subject: '' }
  return {
    /** Changes the experiment. Edits of the same `subject` shortly after one another are undone together. */
    edit(change: (before: Definition) => Definition, subject = ''): void {
      const { definition, past } = state.getState()
      const now = Date.now()
      const isSameStep = subject !== '' && lastEdit.subject === subject && now - lastEdit.at < stepPause
      lastEdit = { at: now, subject }
      if (!isSameStep) state.setState({ past: [...past, definition].slice(-undoSteps) })
      state.setState({ future: [] })
      apply(change(definition))
    },
    undo(): void {
      const { definition, past, future } = state.getState()
      const before = past.at(-1)
      if (!before) return
      state.setState({ past: past.slice(0, -1), future: [definition, ...future] })
      lastEdit = { at: 0, subject: '' }
      apply(before)
    },
    redo(): void {
      const { definition, past, future } = state.getState()
      const [next, ...rest] = future
      if (!next) return
      state.setState({ past: [...past, definition], future: rest })
      apply(next)
    },
  }
}
