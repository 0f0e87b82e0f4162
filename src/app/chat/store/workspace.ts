import { createStore, type StoreApi } from 'zustand/vanilla'
import { newId, type Role } from '#app/data/message.ts'
import { maxPanes, settingsOf, setupOf, type Setup } from '#app/data/setup.ts'
import type { PaneConversation } from './conversation.ts'
import { createConversationStore, type ConversationStore, type ConversationDependencies } from './conversation-store.ts'
import { branchAt, emptyTree, type MessageTree } from './message-tree.ts'
import type { Turn } from './undo-history.ts'

/** One of the conversations that stand side by side; each has a store of its own and knows nothing of the others. */
export interface Pane {
  id: string
  store: ConversationStore
}

/** A pane as it is kept, shared and opened again. */
export interface PaneContent extends Partial<Setup>, Partial<MessageTree> {
  id?: string
  draft?: string
  /** The texts of its queued messages. */
  queued?: readonly string[]
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
  /**
   * Says the shared draft in every pane; `suggested` stands in for no model. Panes that can't take it now queue it.
   * Does nothing where none can take it.
   */
  send(suggested: string | null): void
  /** Takes back the last step of a pane. A message sent is taken back in every pane that has it, and becomes the draft. */
  undo(store: ConversationStore): void
  /** Brings again what was taken back last in a pane, in every pane that had it. */
  redo(store: ConversationStore): void
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
export function createWorkspace(surroundings: ConversationDependencies): Workspace {
  const makePane = ({ id = newId(), messages, tip, draft = '', queued = [], ...setup }: PaneContent = {}): Pane => {
    const store = createConversationStore(surroundings, setup)
    store.setState({
      draft,
      queued: queued.map((text) => ({ id: newId(), text })),
      ...(messages && { messages, tip: tip ?? null }),
    })
    return { id, store }
  }
  /** The panes in whose queue a message stood that was taken back, by its turn. */
  const unqueued = new Map<string, ConversationStore[]>()

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
      if (panes.length >= maxPanes) return
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
      const settings = settingsOf(source.store.getState())
      for (const { store } of get().panes) store.getState().applySetup(settings)
    },
    send(suggested) {
      const { draft, panes } = get()
      const modelOf = ({ store }: Pane) => store.getState().modelId ?? suggested
      const isFree = (pane: Pane) => pane.store.getState().running === null && modelOf(pane) !== null
      if (draft.trim() === '' || !panes.some(isFree)) return
      const turn = { id: newId(), text: draft }
      set({ draft: '' })
      for (const pane of panes) pane.store.getState().deliver(turn, modelOf(pane))
    },
    undo(store) {
      const { panes, draft, detached } = get()
      const turn = lastTurn(store.getState())
      if (!turn) return store.getState().undo()
      const stores = new Set([store, ...panes.map((pane) => pane.store)])
      const together = [...stores].filter((each) => lastTurn(each.getState())?.id === turn.id)
      const waiting = together.filter((each) => isQueued(each.getState(), turn))
      for (const each of waiting) each.getState().unqueue(turn.id)
      unqueued.set(turn.id, waiting)
      for (const each of together) if (!waiting.includes(each)) each.getState().undo()
      if (!detached || panes.length === 1) {
        if (draft.trim() === '') set({ draft: turn.text })
        return
      }
      for (const each of together) if (each.getState().draft.trim() === '') each.setState({ draft: turn.text })
    },
    redo(store) {
      const { panes, draft } = get()
      const turn = store.getState().steps.future.at(-1)?.turn
      if (!turn) return store.getState().redo()
      if (draft === turn.text) set({ draft: '' })
      for (const each of new Set([store, ...panes.map((pane) => pane.store)])) {
        const { steps, draft: own, modelId } = each.getState()
        const isHere = steps.future.at(-1)?.turn?.id === turn.id
        const wasQueued = unqueued.get(turn.id)?.includes(each) ?? false
        if (!isHere && !wasQueued) continue
        if (own === turn.text) each.setState({ draft: '' })
        if (isHere) each.getState().redo()
        else each.getState().deliver(turn, modelId)
      }
      unqueued.delete(turn.id)
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
        panes: panes.slice(0, maxPanes).map((pane) => makePane(pane)),
      })
    },
  }))
}

/** Where undo takes back the last step of all panes, or redo the one taken back last; undefined where there is none. */
export function changedLast(panes: readonly Pane[], way: 'undo' | 'redo'): ConversationStore | undefined {
  const timeOf = ({ store }: Pane) => {
    const { at, past, future } = store.getState().steps
    return way === 'undo' ? (past.at(-1)?.at ?? 0) : future.length > 0 ? at : 0
  }
  const [last] = panes.toSorted((one, other) => timeOf(other) - timeOf(one))
  return last && timeOf(last) > 0 ? last.store : undefined
}

/** The message that undo takes back in a pane: the last one queued, or the one that its last step sent. */
function lastTurn({ queued, steps }: PaneConversation): Turn | undefined {
  return queued.at(-1) ?? steps.past.at(-1)?.turn
}

function isQueued({ queued }: PaneConversation, turn: Turn): boolean {
  return queued.some(({ id }) => id === turn.id)
}
