import { workspace } from '#app/chat/open-workspace.ts'
import type { Pane } from '#app/chat/workspace.ts'
import type { Note } from './pane-note.tsx'

/** Gives all panes the parameters of one, and says so with the way back. */
export function applyToAll(pane: Pane, place: number): Note {
  const before = workspace.getState().panes.map(({ store }) => {
    const { systemPrompt, parameters, extraBody } = store.getState()
    return () => store.getState().applySetup({ systemPrompt, parameters, extraBody })
  })
  workspace.getState().applyToAll(pane.id)
  return {
    words: `All panes now have the system prompt and the parameters of pane ${place}.`,
    undo: () => before.forEach((bringBack) => bringBack()),
  }
}
