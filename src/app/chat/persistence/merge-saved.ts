import { pathOf } from '#app/chat/store/message-tree.ts'
import { noHistory } from '#app/chat/store/undo-history.ts'
import type { PaneContent, Workspace, WorkspaceState } from '#app/chat/store/workspace.ts'
import type { StoredMessage, SavedConversation } from '#app/data/history/rows.ts'
import { type Message, isOpen } from '#app/data/message.ts'
import { type KnownConversation, type KnownMessage, type KnownPane, knownOf } from './known-conversation.ts'
import type { PaneSnapshot, Snapshot } from './snapshot.ts'

/** A pane as it is to be shown after a merge. */
export interface MergedPane {
  id: string
  messages: readonly Message[]
  tip: string | null
}

export interface Merged {
  title: string | null
  /** Panes that are here already and changed. */
  changed: MergedPane[]
  /** Panes that another tab has added. */
  added: string[]
  /** Panes that another tab has closed. */
  removed: string[]
  known: KnownConversation
}

/**
 * Brings what other tabs wrote into what stands here. What was changed here since it was last written stays as it is
 * here, and so does a reply on its way to this page; everything else is taken as it was written. Nothing said is lost:
 * what was said in either tab stands in both, as versions of each other where both went on from the same message.
 */
export function mergeSaved(known: KnownConversation, here: Snapshot, saved: SavedConversation): Merged {
  const rowsOf = (id: string) => saved.messages.filter(({ paneId }) => paneId === id)
  // What was closed here and not written yet stays known, so that it will be.
  const closed = [...known.panes].filter(([id]) => !here.panes.some((pane) => pane.id === id))
  const panes = new Map<string, KnownPane>(closed.filter(([id]) => saved.row.panes.some((pane) => pane.id === id)))
  const merged: Merged = {
    title: here.title === known.title ? saved.row.title : here.title,
    changed: [],
    added: saved.row.panes.flatMap(({ id }) => (isNew(id, known, here) ? [id] : [])),
    removed: [],
    known: { ...known, exists: true, title: saved.row.title, opening: saved.row.opening, panes },
  }
  for (const pane of here.panes) {
    const before = known.panes.get(pane.id)
    const tip = saved.row.panes.find(({ id }) => id === pane.id)?.tip
    if (tip === undefined) {
      // Never written yet, closed elsewhere, or closed elsewhere while a reply comes in here: that one is written again.
      if (before && pane.running === null) merged.removed.push(pane.id)
      continue
    }
    const { messages, knownMessages } = mergeMessages(pane, before, rowsOf(pane.id))
    // What goes on from what is shown is shown; another branch is there as a version, and nobody is taken away from theirs.
    const follows = pane.running === null && isAhead(messages, pane.tip, tip)
    const next = { id: pane.id, messages, tip: follows ? tip : pane.tip }
    panes.set(pane.id, { ...(before ?? pane), tip: follows ? tip : (before?.tip ?? null), messages: knownMessages })
    if (messages !== pane.messages || next.tip !== pane.tip) merged.changed.push(next)
  }
  return merged
}

function isNew(id: string, known: KnownConversation, here: Snapshot): boolean {
  return !known.panes.has(id) && !here.panes.some((pane) => pane.id === id)
}

/** Whether the path to `tip` leads through `from`. */
function isAhead(messages: readonly Message[], from: string | null, tip: string | null): boolean {
  return from === null || pathOf({ messages, tip }).some(({ id }) => id === from)
}

function mergeMessages(pane: PaneSnapshot, before: KnownPane | undefined, rows: readonly StoredMessage[]) {
  const theirs = new Map(rows.map((row) => [row.id, row]))
  const knownMessages = new Map<string, KnownMessage>()
  let same = true
  const merged: Message[] = []
  for (const mine of pane.messages) {
    const was = before?.messages.get(mine.id)
    const row = theirs.get(mine.id)
    theirs.delete(mine.id)
    const untouched = was?.message === mine && pane.running !== mine.id
    if (row === undefined) {
      // Written once and not there any more: removed elsewhere.
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
    // Known and not here: removed here, and that is not written yet.
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

/** The replies that are on their way, by what was written. */
export function openReplies({ messages }: SavedConversation): string[] {
  return messages.flatMap(({ id, message }) => (message.kind === 'reply' && isOpen(message) ? [id] : []))
}

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
