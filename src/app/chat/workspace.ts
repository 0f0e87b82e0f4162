import { createStore, type StoreApi } from 'zustand/vanilla'
import { newId, type Role } from '#app/data/message.ts'
import { mostPanes, type Setup } from '#app/data/setup.ts'
import type { Conversation } from './conversation.ts'
import { createConversationStore, type ConversationStore, type ConversationSurroundings } from './conversation-store.ts'
import { branchAt, emptyTree, type MessageTree } from './message-tree.ts'

/** One of the conversations that stand side by side; each has a store of its own and knows nothing of the others. */
export interface Pane {
  id: string
  store: ConversationStore
}

/** A pane as it is kept, shared and opened again. */
export interface PaneContent extends Partial<Setup>, Partial<MessageTree> {
  id?: string
  draft?: string
}

export interface WorkspaceState {
  /** Names the saved conversation; nothing is saved under it before something was said. */
  conversationId: string
  /** What the person called it; null while its first message stands for a title. */
  title: string | null
  /** From 1 to `mostPanes`. */
  panes: readonly Pane[]
  /** What stands in the Message that all panes share. */
  draft: string
  /** True while each pane has a Message of its own. */
  detached: boolean
  /** True while all panes go where the reader scrolls one of them. */
  scrollTogether: boolean
  /** The pane closed last, as long as it can be brought back to where it stood. */
  closed: { pane: Pane; at: number } | null
}

export interface WorkspaceActions {
  setDraft(text: string): void
  /** What stands in Message goes along: into each empty Message of a pane, or back from the first that is not. */
  setDetached(detached: boolean): void
  setScrollTogether(together: boolean): void
  setTitle(title: string | null): void
  /** Puts a pane at the end, as a copy of what the last one has set unless told otherwise. Does nothing when full. */
  addPane(content?: PaneContent): void
  /** Closes a pane and stops its reply; the last one stays. */
  removePane(id: string): void
  /** Brings the pane closed last back, with all that was said in it. */
  restorePane(): void
  /** Gives every pane the system prompt and the parameters of this one; models and connections stay. */
  applyToAll(from: string): void
  /** Says the shared draft in every pane that has a model and nothing on its way; `suggested` stands in for no model. */
  send(suggested: string | null): void
  /** Puts the shared draft at the end of every pane, as said by this role, without asking for a reply. */
  addMessage(role: Role): void
  /** Stops every reply on its way. */
  stop(): void
  /** Puts what a pane shows up to a message into another pane, or a new one; what stood there can be brought back by undo. */
  sendBranch(from: string, messageId: string, to: string | null): void
  /** An empty conversation with the same panes, settings and draft. */
  startNew(): void
  /** Shows another conversation in place of this one, whose replies are stopped. */
  open(opened: Partial<Omit<WorkspaceState, 'panes'>> & { panes: readonly PaneContent[] }): void
}

export type Workspace = StoreApi<WorkspaceState & WorkspaceActions>

/** The panes of one tab. Comparing models is several panes and no mode of its own. */
export function createWorkspace(surroundings: ConversationSurroundings): Workspace {
  const makePane = ({ id = newId(), messages, tip, draft = '', ...setup }: PaneContent = {}): Pane => {
    const store = createConversationStore(surroundings, setup)
    store.setState({ draft, ...(messages && { messages, tip: tip ?? null }) })
    return { id, store }
  }
  return createStore<WorkspaceState & WorkspaceActions>((set, get) => ({
    conversationId: newId(),
    title: null,
    panes: [makePane()],
    draft: '',
    detached: false,
    scrollTogether: false,
    closed: null,
    setDraft: (draft) => set({ draft }),
    setDetached(detached) {
      const stores = get().panes.map(({ store }) => store)
      if (detached) {
        const { draft } = get()
        for (const store of stores) if (store.getState().draft === '') store.setState({ draft })
        set({ detached, draft: '' })
      } else {
        const filled = stores.find((store) => store.getState().draft !== '')
        const draft = filled?.getState().draft ?? ''
        // The same words stand in every pane that was not written in since; others keep their own for the next time.
        for (const store of stores) if (store.getState().draft === draft) store.setState({ draft: '' })
        set(get().draft === '' ? { detached, draft } : { detached })
      }
    },
    setScrollTogether: (scrollTogether) => set({ scrollTogether }),
    setTitle: (title) => set({ title }),
    addPane(content) {
      const { panes } = get()
      const last = panes.at(-1)
      if (panes.length >= mostPanes) return
      set({ panes: [...panes, makePane(content ?? (last && setupOf(last.store.getState())))], closed: null })
    },
    removePane(id) {
      const { panes } = get()
      const at = panes.findIndex((each) => each.id === id)
      const pane = panes[at]
      if (!pane || panes.length === 1) return
      pane.store.getState().stop()
      set({ panes: panes.filter((each) => each !== pane), closed: { pane, at } })
    },
    restorePane() {
      const { closed, panes } = get()
      if (closed) set({ panes: panes.toSpliced(closed.at, 0, closed.pane), closed: null })
    },
    applyToAll(from) {
      const source = get().panes.find(({ id }) => id === from)
      if (!source) return
      const { systemPrompt, parameters, extraBody } = source.store.getState()
      for (const { store } of get().panes) store.setState({ systemPrompt, parameters, extraBody })
    },
    send(suggested) {
      const { draft, panes } = get()
      const free = panes.flatMap(({ store }) => {
        const { modelId, running, say } = store.getState()
        const model = modelId ?? suggested
        return running === null && model !== null ? [() => say(draft, model)] : []
      })
      if (draft.trim() === '' || free.length === 0) return
      set({ draft: '' })
      for (const say of free) say()
    },
    addMessage(role) {
      const { draft, panes } = get()
      if (draft.trim() === '') return
      set({ draft: '' })
      for (const { store } of panes) store.getState().insertAfter(store.getState().tip, role, draft)
    },
    stop() {
      for (const { store } of get().panes) store.getState().stop()
    },
    sendBranch(from, messageId, to) {
      const { panes, addPane } = get()
      const source = panes.find(({ id }) => id === from)?.store.getState()
      if (!source) return
      const branch = branchAt(source, messageId)
      if (to === null) return addPane({ ...setupOf(source), ...branch })
      const target = panes.find(({ id }) => id === to)?.store.getState()
      // What is on its way there would go on out of sight.
      target?.stop()
      // Beside what stands there rather than in its place: the target's own messages stay as versions.
      target?.adopt(branch)
    },
    startNew() {
      get().stop()
      set({ conversationId: newId(), title: null, closed: null })
      for (const { store } of get().panes) store.getState().open(emptyTree)
    },
    open({ panes, ...rest }) {
      get().stop()
      set({
        conversationId: newId(),
        title: null,
        draft: '',
        detached: false,
        closed: null,
        ...rest,
        panes: panes.slice(0, mostPanes).map((pane) => makePane(pane)),
      })
    },
  }))
}

/** What a pane has set, without what was said. */
export function setupOf({ modelId, connectionId, systemPrompt, parameters, extraBody }: Conversation): Setup {
  return { modelId, connectionId, systemPrompt, parameters, extraBody }
}
