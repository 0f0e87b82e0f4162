import { createStore } from 'zustand/vanilla'
import { panesOf } from '#app/chat/persistence/share-workspace.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { anyRunning, watchWorkspace } from '#app/chat/store/use-panes.ts'
import type { PaneContent, WorkspaceState } from '#app/chat/store/workspace.ts'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { addServer, connectionTo } from '#app/data/connections/connections.ts'
import { looksLikeCurl } from '#app/data/share/looks-like-curl.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import { setupOf } from '#app/data/setup.ts'
import { readPayload } from '#app/data/share/share-codec.ts'
import type { ShareFault, SharedFile, SharedSetup } from '#app/data/share/shared-setup.ts'

/** The state of the link, file or text opened last. */
export type OpenedSetup =
  | { state: 'none' }
  | { state: 'fault'; fault: ShareFault }
  /** A pasted text looks like a curl command. */
  | { state: 'offers'; text: string }
  /** The setup calls servers without a connection in this browser. The user must agree to their base URLs first. */
  | { state: 'asks'; setup: SharedSetup; baseUrls: readonly string[] }
  /** A file of conversations was imported: how many were added to the history. */
  | { state: 'imported'; added: number }
  /** A file of conversations was rejected, with the reason for the user. */
  | { state: 'refused'; refusal: string }
  /** The setup is open. `before` is the previous workspace; `sent` is true once a message was sent. */
  | { state: 'opened'; before: Before; sent: boolean }

/** The outcome of importing a file of conversations. */
export type ImportOutcome = { added: number } | { refusal: string }

type Before = Pick<WorkspaceState, 'conversationId' | 'title' | 'draft' | 'attached' | 'detached'> & {
  panes: PaneContent[]
}

/** Shown until it is dismissed. */
export const openedSetup = createStore<OpenedSetup>(() => ({ state: 'none' }))

/** Opens the payload after `#s=` in a link. Sends nothing. */
export async function openPayload(payload: string): Promise<void> {
  await receiveWithFiles(await readPayload(payload))
}

/** As `receiveSetup`, after the attached files were checked. */
export async function receiveWithFiles(read: SharedSetup | ShareFault): Promise<void> {
  receiveSetup(read, typeof read === 'string' ? undefined : await readFiles(read))
}

/** The attachments that the files of a setup became. */
type ReceivedFiles = ReadonlyMap<SharedFile, Attachment>

/** The files of the setup that is asked about. */
let received: ReceivedFiles = new Map()

/** Opens a setup read from a link or file, or reports what is wrong with it. Files that aren't among `files` are left out. */
export function receiveSetup(read: SharedSetup | ShareFault, files: ReceivedFiles = new Map()): void {
  if (typeof read === 'string') return openedSetup.setState({ state: 'fault', fault: read }, true)
  received = files
  const servers = read.panes.flatMap(({ baseUrl }) => baseUrl ?? [])
  // Models in files of another browser can't be called.
  const unknown = new Set(servers.filter((each) => each !== browserBaseUrl && connectionTo(each) === null))
  if (unknown.size > 0) openedSetup.setState({ state: 'asks', setup: read, baseUrls: [...unknown] }, true)
  else open(read)
}

/** Checks the files of a setup; those that are invalid are left out. */
async function readFiles({ panes }: SharedSetup): Promise<ReceivedFiles> {
  const files = panes.flatMap(({ messages }) => messages.flatMap((each) => each.files ?? []))
  if (files.length === 0) return new Map()
  const { receiveFile } = await import('#app/data/attachments/read-attachment.ts')
  const read = await Promise.all(files.map(async (file) => [file, await receiveFile(file.data, file.name)] as const))
  return new Map(read.flatMap(([file, attachment]) => (attachment ? [[file, attachment] as const] : [])))
}

/** Reports the outcome of importing a file of conversations. */
export function receiveImport(outcome: ImportOutcome): void {
  openedSetup.setState(
    'added' in outcome ? { state: 'imported', added: outcome.added } : { state: 'refused', refusal: outcome.refusal },
    true,
  )
}

/** Offers to open a pasted text as a setup, as long as the text is in a composer. */
export function offerSetupFromText(text: string): void {
  const offer: OpenedSetup = { state: 'offers', text }
  openedSetup.setState(offer, true)
  const isPresent = () => {
    const { draft, panes } = workspace.getState()
    return [draft, ...panes.map(({ store }) => store.getState().draft)].some(
      (each) => looksLikeCurl(each) || each.includes(text),
    )
  }
  // The paste event comes before the draft changes, unless this module had to be loaded first.
  let wasPresent = isPresent()
  const stopWatching = watchWorkspace(workspace, () => {
    const isPresentNow = isPresent()
    wasPresent ||= isPresentNow
    if (isPresentNow || !wasPresent) return
    stopWatching()
    if (openedSetup.getState().state === 'offers') dismissOpened()
  })
}

/** Opens the offered text. Until then the workspace is unchanged. */
export function openOfferedSetup(): void {
  const opened = openedSetup.getState()
  if (opened.state === 'offers') receiveSetup(setupFromText(opened.text, location.origin))
}

/** Adds a connection without a key for each of the setup's servers, and opens it. */
export function addServersAndOpen(): void {
  const opened = openedSetup.getState()
  if (opened.state !== 'asks') return
  for (const baseUrl of opened.baseUrls) addServer(baseUrl)
  open(opened.setup)
}

/** Opens the setup without its servers. Its models are requested from this server, which may not know them. */
export function openWithoutServers(): void {
  const opened = openedSetup.getState()
  if (opened.state === 'asks') open(opened.setup)
}

/** Restores the previous workspace. */
export function restorePrevious(): void {
  const opened = openedSetup.getState()
  if (opened.state === 'opened') workspace.getState().open(opened.before)
  dismissOpened()
}

export function dismissOpened(): void {
  openedSetup.setState({ state: 'none' }, true)
}

function open(setup: SharedSetup): void {
  const { panes, conversationId, title, draft, attached, detached, stop, open: show } = workspace.getState()
  // Before the snapshot: a restored reply that is still running would never end.
  stop()
  const contents = panes.map(({ id, store }) => {
    const state = store.getState()
    const { messages, tip, draft: typed, attached: files } = state
    return { id, ...setupOf(state), messages, tip, draft: typed, attached: files }
  })
  show({ draft: setup.draft, panes: panesOf(setup, connectionTo, received) })
  const before = { conversationId, title, draft, attached, detached, panes: contents }
  openedSetup.setState({ state: 'opened', before, sent: false }, true)
  followOpened(workspace.getState().conversationId)
}

let stopFollowing = () => {}

/** Updates the notice when something is sent or another conversation is opened. */
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
