import type { SavedConversation } from '#app/data/history/rows.ts'
import { knownOf, type KnownConversation } from './known-conversation.ts'
import type { Merged } from './merge-saved.ts'
import type { Snapshot } from './snapshot.ts'
import { noHistory } from './undo-history.ts'
import type { PaneContent, Workspace, WorkspaceState } from './workspace.ts'

type Opened = Partial<Omit<WorkspaceState, 'panes'>> & { panes: readonly PaneContent[] }

/** What the workspace opens to show a saved conversation; what this tab had typed before a reload goes before it. */
export function contentOf({ row, messages }: SavedConversation, unsent?: Snapshot): Opened {
  return {
    conversationId: row.id,
    title: row.title,
    detached: row.detached,
    draft: unsent?.draft ?? row.draft,
    panes: row.panes.map((pane) => {
      const typed = unsent?.panes.find(({ id }) => id === pane.id) ?? pane
      return {
        id: pane.id,
        ...typed.setup,
        draft: typed.draft,
        queued: typed.queued ?? [],
        tip: pane.tip,
        messages: messages.flatMap(({ paneId, message }) => (paneId === pane.id ? [message] : [])),
      }
    }),
  }
}

/** Shows what a merge made, and says what is known of the database then. */
export function showMerged(workspace: Workspace, merged: Merged, saved: SavedConversation): KnownConversation {
  const { addPane, removePane, setTitle, panes: before } = workspace.getState()
  for (const { id, messages, tip } of merged.changed) {
    // A step that could be taken back would take away what the other tab said.
    before.find((pane) => pane.id === id)?.store.setState({ messages, tip, steps: noHistory })
  }
  const { panes } = contentOf(saved)
  for (const pane of panes) if (pane.id !== undefined && merged.added.includes(pane.id)) addPane(pane)
  for (const id of merged.removed) removePane(id)
  if (merged.title !== workspace.getState().title) setTitle(merged.title)
  const here = new Set(workspace.getState().panes.map(({ id }) => id))
  const added = [...knownOf(saved).panes].filter(([id]) => merged.added.includes(id) && here.has(id))
  return { ...merged.known, panes: new Map([...merged.known.panes, ...added]) }
}
