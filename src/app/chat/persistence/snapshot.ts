import type { Message } from '#app/data/message.ts'
import type { StoredPane } from '#app/data/history/rows.ts'
import { setupOf, type Workspace } from '#app/chat/store/workspace.ts'

/** A conversation as it stands in the workspace at one moment; taking one costs a few references. */
export interface Snapshot {
  id: string
  title: string | null
  detached: boolean
  draft: string
  panes: readonly PaneSnapshot[]
}

export interface PaneSnapshot extends StoredPane {
  messages: readonly Message[]
  /** The reply on its way to this page. */
  running: string | null
}

/** The conversation that is open, as it stands now. */
export function takeSnapshot(workspace: Workspace): Snapshot {
  const { conversationId, title, detached, draft, panes } = workspace.getState()
  return {
    id: conversationId,
    title,
    detached,
    draft,
    panes: panes.map(({ id, store }) => {
      const state = store.getState()
      return {
        id,
        setup: setupOf(state),
        tip: state.tip,
        draft: state.draft,
        queued: state.queued.map(({ text }) => text),
        messages: state.messages,
        running: state.running,
      }
    }),
  }
}

/** Whether there is anything in it that must not be lost. */
export function somethingSaid({ panes }: Pick<Snapshot, 'panes'>): boolean {
  return panes.some(({ messages }) => messages.length > 0)
}
