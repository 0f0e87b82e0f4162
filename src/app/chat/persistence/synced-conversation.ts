import { hashesField } from '#app/data/history/attachment-rows.ts'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import { openingOf, type StoredMessage, type StoredPane, type SavedConversation } from '#app/data/history/rows.ts'
import type { ConversationChange } from '#app/data/history/conversation-rows.ts'
import { isOpen, type Message } from '#app/data/message.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import type { PaneSnapshot, Snapshot } from './snapshot.ts'

/** A conversation as this tab last wrote it to the database or read it from there. */
export interface SyncedConversation {
  /** False before the first write. */
  exists: boolean
  title: string | null
  opening: string
  detached: boolean
  draft: string
  attached?: readonly Attachment[]
  panes: ReadonlyMap<string, SyncedPane>
}

export interface SyncedPane extends StoredPane {
  messages: ReadonlyMap<string, SyncedMessage>
}

/** The message object, which is replaced by any change, and the stamp of its row. */
export interface SyncedMessage {
  message: Message
  stamp: string
}

export const neverSynced: SyncedConversation = {
  exists: false,
  title: null,
  opening: '',
  detached: false,
  draft: '',
  panes: new Map(),
}

/** The synced state after reading a conversation. */
export function syncedFrom({ row, messages }: SavedConversation): SyncedConversation {
  const panes = row.panes.map((pane): [string, SyncedPane] => {
    const own = messages.filter(({ paneId }) => paneId === pane.id)
    return [pane.id, { ...pane, messages: new Map(own.map(({ id, message, stamp }) => [id, { message, stamp }])) }]
  })
  const { title, opening, detached, draft, attached } = row
  return { exists: true, title, opening, detached, draft, ...(attached && { attached }), panes: new Map(panes) }
}

/**
 * The change that brings the database to the snapshot, and the synced state afterwards; undefined if nothing changed. A
 * message counts as changed if it is another object.
 */
export function changesSince(
  known: SyncedConversation,
  snapshot: Snapshot,
  at: number,
  stamp: string,
): { change: ConversationChange; after: SyncedConversation } | undefined {
  const { id, title, detached, draft, attached } = snapshot
  const after: SyncedConversation = {
    exists: true,
    title,
    opening: openingOf(snapshot.panes.flatMap((pane) => pathOf(pane))) || known.opening,
    detached,
    draft,
    ...(attached && { attached }),
    panes: new Map(snapshot.panes.map((pane) => [pane.id, knownPane(pane, known.panes.get(pane.id), stamp)])),
  }
  const put = snapshot.panes.flatMap((pane) => changedMessages(pane, known.panes.get(pane.id), id, stamp))
  const change: ConversationChange = {
    id,
    at,
    whole: !known.exists,
    touched: put.some((row) => isTurn(row, known)),
    fields: {
      ...(title !== known.title && { title }),
      ...(after.opening !== known.opening && { opening: after.opening }),
      ...(detached !== known.detached && { detached }),
      ...(draft !== known.draft && { draft }),
      ...(!isSameList(attached, known.attached) && { attached: attached ?? [] }),
    },
    panes: snapshot.panes.flatMap((pane) => changedPane(pane, known.panes.get(pane.id))),
    gonePanes: [...known.panes.keys()].filter((paneId) => !after.panes.has(paneId)),
    order: snapshot.panes.map((pane) => pane.id),
    put,
    gone: snapshot.panes.flatMap(({ id: paneId, messages }) => {
      const here = new Set(messages.map((each) => each.id))
      const before = [...(known.panes.get(paneId)?.messages.keys() ?? [])]
      return before.filter((each) => !here.has(each)).map((each) => ({ paneId, id: each }))
    }),
  }
  const { fields, panes, gonePanes, gone } = change
  const nothing = [Object.keys(fields), panes, gonePanes, put, gone].every(({ length }) => length === 0)
  return nothing ? undefined : { change, after }
}

/** A new message, or a reply that ended. A reply found interrupted later doesn't move the conversation up in the list. */
function isTurn({ paneId, id, message }: StoredMessage, { panes }: SyncedConversation): boolean {
  const before = panes.get(paneId)?.messages.get(id)?.message
  if (before === undefined) return true
  if (message.kind !== 'reply' || before.kind !== 'reply' || message.state === before.state) return false
  return !isOpen(message) && message.state !== 'interrupted'
}

function knownPane(
  { id, setup, tip, draft, attached, queued = [], messages }: PaneSnapshot,
  before: SyncedPane | undefined,
  stamp: string,
) {
  const entries = messages.map((message): [string, SyncedMessage] => {
    const known = before?.messages.get(message.id)
    return [message.id, known?.message === message ? known : { message, stamp }]
  })
  return { id, setup, tip, draft, ...(attached && { attached }), queued, messages: new Map(entries) }
}

function changedMessages(
  { id: paneId, messages }: PaneSnapshot,
  before: SyncedPane | undefined,
  conversationId: string,
  stamp: string,
): StoredMessage[] {
  return messages.flatMap((message, place) =>
    before?.messages.get(message.id)?.message === message
      ? []
      : [{ conversationId, paneId, id: message.id, place, stamp, message, ...hashesField(message) }],
  )
}

function changedPane(
  { id, setup, tip, draft, attached, queued = [] }: PaneSnapshot,
  before: SyncedPane | undefined,
): ConversationChange['panes'] {
  if (!before) return [{ id, setup, tip, draft, ...(attached && { attached }), queued }]
  const changes = {
    ...(JSON.stringify(setup) !== JSON.stringify(before.setup) && { setup }),
    ...(tip !== before.tip && { tip }),
    ...(draft !== before.draft && { draft }),
    ...(!isSameList(attached, before.attached) && { attached: attached ?? [] }),
    ...(JSON.stringify(queued) !== JSON.stringify(before.queued ?? []) && { queued }),
  }
  return Object.keys(changes).length === 0 ? [] : [{ id, ...changes }]
}

/** No list is an empty one. */
function isSameList(one: readonly Attachment[] = [], other: readonly Attachment[] = []): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
