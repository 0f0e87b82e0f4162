import { hashesField } from '#app/data/history/attachment-rows.ts'
import { openingOf, type SavedConversation } from '#app/data/history/rows.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { hasMessages, takeSnapshot } from './snapshot.ts'

/** The open conversation in the form of a saved one, even if it could not be saved; undefined while it is empty. */
export function openConversation(): SavedConversation | undefined {
  const { id, title, detached, draft, attached, panes } = takeSnapshot(workspace)
  if (!hasMessages({ panes })) return undefined
  const now = Date.now()
  const said = panes.flatMap((pane) => pathOf(pane))
  return {
    row: {
      id,
      title,
      opening: openingOf(said),
      pinned: false,
      createdAt: said[0]?.createdAt ?? now,
      updatedAt: now,
      deletedAt: null,
      detached,
      draft,
      ...(attached && { attached }),
      panes: panes.map(({ id: paneId, setup, tip, draft: typed, attached: files, queued = [] }) => ({
        id: paneId,
        setup,
        tip,
        draft: typed,
        ...(files && { attached: files }),
        queued,
      })),
    },
    messages: panes.flatMap((pane) =>
      pane.messages.map((message, place) => ({
        conversationId: id,
        paneId: pane.id,
        id: message.id,
        place,
        stamp: '',
        message,
        ...hashesField(message),
      })),
    ),
  }
}
