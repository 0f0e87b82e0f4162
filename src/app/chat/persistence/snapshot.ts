import type { Attachment } from '#app/data/attachments/attachment.ts'
import type { Message } from '#app/data/message.ts'
import type { StoredPane, StoredTurn } from '#app/data/history/rows.ts'
import { setupOf } from '#app/data/setup.ts'
import type { Turn } from '#app/chat/store/undo-history.ts'
import type { Workspace } from '#app/chat/store/workspace.ts'

/** The state of the workspace at one moment; it shares the immutable messages, so it is cheap. */
export interface Snapshot {
  id: string
  title: string | null
  detached: boolean
  draft: string
  attached?: readonly Attachment[]
  panes: readonly PaneSnapshot[]
}

export interface PaneSnapshot extends StoredPane {
  messages: readonly Message[]
  /** The id of the reply that is streaming. */
  running: string | null
}

/** Takes a snapshot of the open conversation. */
export function takeSnapshot(workspace: Workspace): Snapshot {
  const { conversationId, title, detached, draft, attached, panes } = workspace.getState()
  return {
    id: conversationId,
    title,
    detached,
    draft,
    ...(attached.length > 0 && { attached }),
    panes: panes.map(({ id, store }) => {
      const state = store.getState()
      return {
        id,
        setup: setupOf(state),
        tip: state.tip,
        draft: state.draft,
        ...(state.attached.length > 0 && { attached: state.attached }),
        queued: state.queued.map(storedTurn),
        messages: state.messages,
        running: state.running,
      }
    }),
  }
}

/** A queued message as it is saved. */
export function storedTurn({ text, attachments }: Turn): StoredTurn {
  return attachments ? { text, attachments } : text
}

/** Whether any pane has messages, which must not be lost. */
export function hasMessages({ panes }: Pick<Snapshot, 'panes'>): boolean {
  return panes.some(({ messages }) => messages.length > 0)
}
