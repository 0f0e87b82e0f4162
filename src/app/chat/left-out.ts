import { readExtraBody } from './extra-body.ts'
import type { Pane } from './workspace.ts'

/** Why something that was set is not sent with the next message of these panes; empty where everything is. */
export function leftOut(panes: readonly Pane[]): string {
  for (const { store } of panes) {
    const { problem } = readExtraBody(store.getState().extraBody)
    if (problem !== undefined) return `Other fields (JSON) are left out: ${problem}`
  }
  return ''
}
