import { saveSnapshotLater, persistenceState } from '#app/chat/persistence/load-persistence.ts'
import { hasMessages, storedTurn } from '#app/chat/persistence/snapshot.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { watchWorkspace } from '#app/chat/store/use-panes.ts'
import type { PaneContent } from '#app/chat/store/workspace.ts'
import { readAttachments } from '#app/data/attachments/attachment.ts'
import { readTurns } from '#app/data/history/rows.ts'
import { type Message, isOpen, newId } from '#app/data/message.ts'
import { emptySetup, readStoredSetup, setupOf } from '#app/data/setup.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'

const storageName = 'parley.setup'

/** Restores this tab's setup and drafts after a reload, and stores them from now on. */
export function persistSetup(): void {
  const { tab } = browserStorage()
  const stored = parseJson(readText(tab, storageName) ?? 'null')
  if (isRecord(stored) && Array.isArray(stored['panes']) && stored['panes'].length > 0) {
    const { conversationId } = stored
    // Only a reload continues the conversation. A duplicated or new tab starts its own.
    const isReload = typeof conversationId === 'string' && location.pathname === `/c/${conversationId}`
    const panes = stored['panes'].map((pane) => readPane(pane))
    if (!isReload && typeof conversationId === 'string') saveAbandoned(conversationId, panes)
    workspace.getState().open({
      ...(isReload && { conversationId }),
      draft: typeof stored['draft'] === 'string' ? stored['draft'] : '',
      attached: readAttachments(stored['attached']),
      detached: stored['detached'] === true,
      panes: isReload ? panes : panes.map((pane) => ({ ...pane, id: newId(), messages: [], tip: null, queued: [] })),
    })
  }
  let lastText = ''
  const persist = (isLeaving: boolean) => {
    const { conversationId, panes, draft, attached, detached } = workspace.getState()
    // On unload, messages that aren't in the database yet are stored here as well.
    const isUnsaved = isLeaving && persistenceState.getState().written !== conversationId
    const contents = panes.map(({ id, store }) => {
      const state = store.getState()
      const { draft: typed, attached: files, messages, tip } = state
      const queued = state.queued.map(storedTurn)
      return { id, ...setupOf(state), draft: typed, attached: files, queued, ...(isUnsaved && { messages, tip }) }
    })
    const text = JSON.stringify({ conversationId, draft, attached, detached, panes: contents })
    if (text === lastText) return
    lastText = text
    writeText(tab, storageName, text)
  }
  watchWorkspace(workspace, () => persist(false), { skipsMessages: true })
  addEventListener('pagehide', () => persist(true))
  persist(false)
}

/** Reads the valid fields of a stored pane. */
function readPane(stored: unknown): PaneContent {
  if (!isRecord(stored)) return {}
  const { id, draft, queued } = stored
  return {
    ...(typeof id === 'string' && { id }),
    ...readStoredSetup(stored),
    ...(typeof draft === 'string' && { draft }),
    attached: readAttachments(stored['attached']),
    queued: readTurns(queued),
    ...readMessages(stored),
  }
}

/** Saves messages that were not in the database yet when the user navigated away. */
function saveAbandoned(id: string, panes: readonly PaneContent[]): void {
  const panesToSave = panes.flatMap(
    ({ id: paneId, messages = [], tip = null, draft = '', attached = [], queued = [], ...setup }) =>
      paneId === undefined
        ? []
        : [{ id: paneId, messages, tip, draft, attached, queued, setup: { ...emptySetup, ...setup }, running: null }],
  )
  if (hasMessages({ panes: panesToSave }))
    saveSnapshotLater({ id, title: null, detached: false, draft: '', panes: panesToSave })
}

/** The page itself wrote these messages. A reply that was running is marked as interrupted. */
function readMessages({ messages, tip }: JsonRecord): PaneContent {
  if (!Array.isArray(messages) || !messages.every(isMessage)) return {}
  return {
    messages: messages.map((each) =>
      each.kind === 'reply' && isOpen(each) ? { ...each, state: 'interrupted' as const } : each,
    ),
    tip: typeof tip === 'string' ? tip : null,
  }
}

function isMessage(stored: unknown): stored is Message {
  return (
    isRecord(stored) && typeof stored['id'] === 'string' && (stored['kind'] === 'reply' || stored['kind'] === 'written')
  )
}
