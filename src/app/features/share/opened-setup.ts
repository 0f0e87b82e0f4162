import { createStore } from 'zustand/vanilla'
import { panesOf } from '#app/chat/persistence/share-workspace.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { anyRunning, watchWorkspace } from '#app/chat/store/use-panes.ts'
import type { PaneContent, WorkspaceState } from '#app/chat/store/workspace.ts'
import { apiBaseOf } from '#app/data/connections/base-url.ts'
import { connections } from '#app/data/connections/connections.ts'
import { looksLikeCurl } from '#app/data/share/looks-like-curl.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import { setupOf } from '#app/data/setup.ts'
import { readPayload } from '#app/data/share/share-codec.ts'
import type { ShareFault, SharedSetup } from '#app/data/share/shared-setup.ts'

/** What became of a link or file that was opened. */
export type OpenedSetup =
  | { state: 'none' }
  | { state: 'fault'; fault: ShareFault }
  /** A text was pasted that looks like a curl command. */
  | { state: 'offers'; text: string }
  /** It asks servers that this browser has no connection to: their base URLs, each to be agreed to first. */
  | { state: 'asks'; setup: SharedSetup; baseUrls: readonly string[] }
  /** A file of conversations was opened: how many were added to the history. */
  | { state: 'imported'; added: number }
  /** A file of conversations was refused, in sentences that say why. */
  | { state: 'refused'; refusal: string }
  /** It is open; `before` is what was open until then. `sent` once a model was asked in it. */
  | { state: 'opened'; before: Before; sent: boolean }

/** What became of a file of conversations. */
export type ImportOutcome = { added: number } | { refusal: string }

type Before = Pick<WorkspaceState, 'conversationId' | 'title' | 'draft' | 'detached'> & { panes: PaneContent[] }

/** What became of the link, file or text that was opened last; shown until it is put away. */
export const openedSetup = createStore<OpenedSetup>(() => ({ state: 'none' }))

/** Opens what stands after `#s=` in a link. Nothing is sent. */
export async function openPayload(payload: string): Promise<void> {
  receiveSetup(await readPayload(payload))
}

/** Opens a setup that was read from a link or a file, or says what is wrong with it. */
export function receiveSetup(read: SharedSetup | ShareFault): void {
  if (typeof read === 'string') return openedSetup.setState({ state: 'fault', fault: read }, true)
  const unknown = new Set(
    read.panes.flatMap(({ baseUrl }) => (baseUrl !== undefined && connectionTo(baseUrl) === null ? [baseUrl] : [])),
  )
  if (unknown.size > 0) openedSetup.setState({ state: 'asks', setup: read, baseUrls: [...unknown] }, true)
  else open(read)
}

/** Says what became of a file of conversations. */
export function receiveImport(outcome: ImportOutcome): void {
  openedSetup.setState(
    'added' in outcome ? { state: 'imported', added: outcome.added } : { state: 'refused', refusal: outcome.refusal },
    true,
  )
}

/** Asks whether a text that was just pasted into a message is to be opened as a setup, for as long as it stands there. */
export function offerText(text: string): void {
  const offer: OpenedSetup = { state: 'offers', text }
  openedSetup.setState(offer, true)
  const stands = () => {
    const { draft, panes } = workspace.getState()
    return [draft, ...panes.map(({ store }) => store.getState().draft)].some(
      (each) => looksLikeCurl(each) || each.includes(text),
    )
  }
  // The paste comes before the change of the message, unless what reads setups had to be fetched first.
  let hasStood = stands()
  const end = watchWorkspace(workspace, () => {
    const isThere = stands()
    hasStood ||= isThere
    if (isThere || !hasStood) return
    end()
    if (openedSetup.getState().state === 'offers') dismissOpened()
  })
}

/** Opens the text that was offered. What was open stays as it is until then, the text in its message too. */
export function openOffered(): void {
  const opened = openedSetup.getState()
  if (opened.state === 'offers') receiveSetup(setupFromText(opened.text, location.origin))
}

/** Agrees to the servers that an opened setup asks: each becomes a connection, without a key. */
export function agreeToServers(): void {
  const opened = openedSetup.getState()
  if (opened.state !== 'asks') return
  for (const baseUrl of opened.baseUrls) {
    connections.save({ id: null, name: new URL(baseUrl).host, baseUrl, key: undefined, place: 'tab' })
  }
  open(opened.setup)
}

/** Opens the setup without those servers: its models are asked for here, where they may not be known. */
export function openWithoutServers(): void {
  const opened = openedSetup.getState()
  if (opened.state === 'asks') open(opened.setup)
}

/** Brings back what was open before. */
export function returnToBefore(): void {
  const opened = openedSetup.getState()
  if (opened.state === 'opened') workspace.getState().open(opened.before)
  dismissOpened()
}

/** Takes the word about what was opened away. */
export function dismissOpened(): void {
  openedSetup.setState({ state: 'none' }, true)
}

function open(setup: SharedSetup): void {
  const { panes, conversationId, title, draft, detached, stop, open: show } = workspace.getState()
  // Before it is noted: a reply that came back as one on its way would never end.
  stop()
  const contents = panes.map(({ id, store }) => {
    const state = store.getState()
    return { id, ...setupOf(state), messages: state.messages, tip: state.tip, draft: state.draft }
  })
  show({ draft: setup.draft, panes: panesOf(setup, connectionTo) })
  const before = { conversationId, title, draft, detached, panes: contents }
  openedSetup.setState({ state: 'opened', before, sent: false }, true)
  followOpened(workspace.getState().conversationId)
}

let stopFollowing = () => {}

/** Keeps what is said of the opened setup true: that nothing was sent, and that it is what is open. */
function followOpened(conversationId: string): void {
  stopFollowing()
  stopFollowing = watchWorkspace(workspace, () => {
    const opened = openedSetup.getState()
    const now = workspace.getState()
    if (opened.state !== 'opened') return stopFollowing()
    if (now.conversationId !== conversationId) return dismissOpened()
    if (!opened.sent && anyRunning(now.panes)) openedSetup.setState({ ...opened, sent: true }, true)
  })
}

/** The person's own connection to a server; null is none. */
function connectionTo(baseUrl: string): string | null {
  const wanted = apiBaseOf(baseUrl)
  return connections.getState().others.find((each) => apiBaseOf(each.baseUrl) === wanted)?.id ?? null
}
