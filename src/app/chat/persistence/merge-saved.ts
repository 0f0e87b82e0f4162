import { pathOf } from '#app/chat/store/message-tree.ts'
import { emptyUndoHistory } from '#app/chat/store/undo-history.ts'
import type { PaneContent, Workspace, WorkspaceState } from '#app/chat/store/workspace.ts'
import type { StoredMessage, SavedConversation } from '#app/data/history/rows.ts'
import { type Message, isOpen } from '#app/data/message.ts'
import { type SyncedConversation, type SyncedMessage, type SyncedPane, syncedFrom } from './synced-conversation.ts'
import type { PaneSnapshot, Snapshot } from './snapshot.ts'

/** A pane after a merge. */
export interface MergedPane {
  id: string
  messages: readonly Message[]
  tip: string | null
}

export interface Merged {
  title: string | null
  /** Panes of this tab whose messages changed. */
  changed: MergedPane[]
  /** The ids of panes that another tab added. */
  added: string[]
  /** The ids of panes that another tab closed. */
  removed: string[]
  synced: SyncedConversation
}

/**
 * Merges what other tabs wrote into the conversation of this tab. Unwritten changes of this tab and its streaming reply
 * win; everything else is taken from the database. No message is lost: if both tabs continued from the same message,
 * both continuations are kept as versions.
 */
export function mergeSaved(known: SyncedConversation, here: Snapshot, saved: SavedConversation): Merged {
  const rowsOf = (id: string) => saved.messages.filter(({ paneId }) => paneId === id)
  // Panes closed here but not yet written stay in the synced state, so that the next write removes them.
  const closed = [...known.panes].filter(([id]) => !here.panes.some((pane) => pane.id === id))
  const panes = new Map<string, SyncedPane>(closed.filter(([id]) => saved.row.panes.some((pane) => pane.id === id)))
  const merged: Merged = {
    title: here.title === known.title ? saved.row.title : here.title,
    changed: [],
    added: saved.row.panes.flatMap(({ id }) => (isNew(id, known, here) ? [id] : [])),
    removed: [],
    synced: { ...known, exists: true, title: saved.row.title, opening: saved.row.opening, panes },
  }
  for (const pane of here.panes) {
    const before = known.panes.get(pane.id)
    const tip = saved.row.panes.find(({ id }) => id === pane.id)?.tip
    if (tip === undefined) {
      // Not written yet, or closed in another tab. If a reply streams here, the pane is kept and written again.
      if (before && pane.running === null) merged.removed.push(pane.id)
      continue
    }
    const { messages, knownMessages } = mergeMessages(pane, before, rowsOf(pane.id))
    // Follow the other tab only if it continued the path shown here; another branch stays available as a version.
    const follows = pane.running === null && isAhead(messages, pane.tip, tip)
    const next = { id: pane.id, messages, tip: follows ? tip : pane.tip }
    panes.set(pane.id, { ...(before ?? pane), tip: follows ? tip : (before?.tip ?? null), messages: knownMessages })
    if (messages !== pane.messages || next.tip !== pane.tip) merged.changed.push(next)
  }
  return merged
}

function isNew(id: string, known: SyncedConversation, here: Snapshot): boolean {
  return !known.panes.has(id) && !here.panes.some((pane) => pane.id === id)
}

/** Whether the path to `tip` includes `from`. */
function isAhead(messages: readonly Message[], from: string | null, tip: string | null): boolean {
  return from === null || pathOf({ messages, tip }).some(({ id }) => id === from)
}

function mergeMessages(pane: PaneSnapshot, before: SyncedPane | undefined, rows: readonly StoredMessage[]) {
  const theirs = new Map(rows.map((row) => [row.id, row]))
  const knownMessages = new Map<string, SyncedMessage>()
  let same = true
  const merged: Message[] = []
  for (const mine of pane.messages) {
    const was = before?.messages.get(mine.id)
    const row = theirs.get(mine.id)
    theirs.delete(mine.id)
    const untouched = was?.message === mine && pane.running !== mine.id
    if (row === undefined) {
      // In the synced state but no longer in the database: removed in another tab.
      if (untouched) same = false
      else merged.push(mine)
    } else if (untouched && row.stamp !== was.stamp) {
      same = false
      merged.push(row.message)
      knownMessages.set(mine.id, { message: row.message, stamp: row.stamp })
    } else {
      merged.push(mine)
      if (was) knownMessages.set(mine.id, was)
    }
  }
  for (const { id, message, stamp } of theirs.values()) {
    // In the synced state but not here: removed here, not yet written.
    const was = before?.messages.get(id)
    if (was) knownMessages.set(id, was)
    else {
      same = false
      merged.push(message)
      knownMessages.set(id, { message, stamp })
    }
  }
  return { messages: same ? pane.messages : merged, knownMessages }
}

/** The ids of the replies that were streaming when they were written. */
export function openReplies({ messages }: SavedConversation): string[] {
  return messages.flatMap(({ id, message }) => (message.kind === 'reply' && isOpen(message) ? [id] : []))
}

type Opened = Partial<Omit<WorkspaceState, 'panes'>> & { panes: readonly PaneContent[] }

/** The workspace content of a saved conversation. Unsent text of this tab takes precedence over the saved one. */
export function contentOf({ row, messages }: SavedConversation, unsent?: Snapshot): Opened {
  return {
    conversationId: row.id,
    title: row.title,
    detached: row.detached,
    draft: unsent?.draft ?? row.draft,
    attached: (unsent ?? row).attached ?? [],
    panes: row.panes.map((pane) => {
      const typed = unsent?.panes.find(({ id }) => id === pane.id) ?? pane
      return {
        id: pane.id,
        ...typed.setup,
        draft: typed.draft,
        attached: typed.attached ?? [],
        queued: typed.queued ?? [],
        tip: pane.tip,
        messages: messages.flatMap(({ paneId, message }) => (paneId === pane.id ? [message] : [])),
      }
    }),
  }
}

/** Applies a merge to the workspace and returns the new synced state. */
export function showMerged(workspace: Workspace, merged: Merged, saved: SavedConversation): SyncedConversation {
  const { addPane, removePane, setTitle, panes: before } = workspace.getState()
  for (const { id, messages, tip } of merged.changed) {
    // Undoing an earlier step would remove the messages of the other tab.
    before.find((pane) => pane.id === id)?.store.setState({ messages, tip, steps: emptyUndoHistory })
  }
  const { panes } = contentOf(saved)
  for (const pane of panes) if (pane.id !== undefined && merged.added.includes(pane.id)) addPane(pane)
  for (const id of merged.removed) removePane(id)
  if (merged.title !== workspace.getState().title) setTitle(merged.title)
  const here = new Set(workspace.getState().panes.map(({ id }) => id))
  const added = [...syncedFrom(saved).panes].filter(([id]) => merged.added.includes(id) && here.has(id))
  return { ...merged.synced, panes: new Map([...merged.synced.panes, ...added]) }
}
