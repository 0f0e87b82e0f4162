import { saveSnapshotLater, persistenceState } from '#app/chat/persistence/load-persistence.ts'
import { hasMessages } from '#app/chat/persistence/snapshot.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { watchWorkspace } from '#app/chat/store/use-panes.ts'
import type { PaneContent } from '#app/chat/store/workspace.ts'
import { type Message, isOpen, newId } from '#app/data/message.ts'
import { emptySetup, readStoredSetup, setupOf } from '#app/data/setup.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'

const storageName = 'parley.setup'

/** Brings back what this tab had set and typed before a reload, and keeps it from now on. */
export function persistSetup(): void {
  const { tab } = browserStorage()
  const kept = parseJson(readText(tab, storageName) ?? 'null')
  if (isRecord(kept) && Array.isArray(kept['panes']) && kept['panes'].length > 0) {
    const { conversationId } = kept
    // Only a reload goes on with the same conversation: a copy of this tab, or a new start, begins one of its own.
    const goesOn = typeof conversationId === 'string' && location.pathname === `/c/${conversationId}`
    const panes = kept['panes'].map((pane) => readPane(pane))
    if (!goesOn && typeof conversationId === 'string') saveIfLeft(conversationId, panes)
    workspace.getState().open({
      ...(goesOn && { conversationId }),
      draft: typeof kept['draft'] === 'string' ? kept['draft'] : '',
      detached: kept['detached'] === true,
      panes: goesOn ? panes : panes.map((pane) => ({ ...pane, id: newId(), messages: [], tip: null, queued: [] })),
    })
  }
  let written = ''
  const keep = (leaving: boolean) => {
    const { conversationId, panes, draft, detached } = workspace.getState()
    // What was said so shortly before that the database does not have it yet goes over the reload, too.
    const unwritten = leaving && persistenceState.getState().written !== conversationId
    const contents = panes.map(({ id, store }) => {
      const state = store.getState()
      const { draft: typed, messages, tip } = state
      const queued = state.queued.map(({ text }) => text)
      return { id, ...setupOf(state), draft: typed, queued, ...(unwritten && { messages, tip }) }
    })
    const text = JSON.stringify({ conversationId, draft, detached, panes: contents })
    if (text === written) return
    written = text
    writeText(tab, storageName, text)
  }
  watchWorkspace(workspace, () => keep(false))
  addEventListener('pagehide', () => keep(true))
  keep(false)
}

/** As much of what was kept as can be used. */
function readPane(kept: unknown): PaneContent {
  if (!isRecord(kept)) return {}
  const { id, draft, queued } = kept
  return {
    ...(typeof id === 'string' && { id }),
    ...readStoredSetup(kept),
    ...(typeof draft === 'string' && { draft }),
    queued: textsIn(queued),
    ...readMessages(kept),
  }
}

function textsIn(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : []
}

/** What was said and then left for another address before the database had it. */
function saveIfLeft(id: string, panes: readonly PaneContent[]): void {
  const said = panes.flatMap(({ id: paneId, messages = [], tip = null, draft = '', queued = [], ...setup }) =>
    paneId === undefined
      ? []
      : [{ id: paneId, messages, tip, draft, queued, setup: { ...emptySetup, ...setup }, running: null }],
  )
  if (hasMessages({ panes: said })) saveSnapshotLater({ id, title: null, detached: false, draft: '', panes: said })
}

/** What this very page wrote a moment ago. Nothing more of a reply that was on its way will come. */
function readMessages({ messages, tip }: JsonRecord): PaneContent {
  if (!Array.isArray(messages) || !messages.every(isMessage)) return {}
  return {
    messages: messages.map((each) =>
      each.kind === 'reply' && isOpen(each) ? { ...each, state: 'interrupted' as const } : each,
    ),
    tip: typeof tip === 'string' ? tip : null,
  }
}

function isMessage(kept: unknown): kept is Message {
  return isRecord(kept) && typeof kept['id'] === 'string' && (kept['kind'] === 'reply' || kept['kind'] === 'written')
}
