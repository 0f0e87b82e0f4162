import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import type { StoredTurn } from '#app/data/history/rows.ts'
import { newId, type Role } from '#app/data/message.ts'
import { maxPanes, settingsOf, setupOf, type Setup } from '#app/data/setup.ts'
import type { PaneConversation } from './conversation.ts'
import { createConversationStore, type ConversationStore, type ConversationDependencies } from './conversation-store.ts'
import { branchAt, emptyTree, type MessageTree } from './message-tree.ts'
import { isEmptyTurn, newTurn, type Turn } from './undo-history.ts'

/** One of the panes side by side. Each has its own store and is independent of the others. */
export interface Pane {
  id: string
  store: ConversationStore
  /** From 1 to `maxPanes`, drawn as a shape and colour. Unlike its position it stays the same until the pane is closed. */
  mark: number
}

/** The content of a pane to open, such as from the history or a link. */
export interface PaneContent extends Partial<Setup>, Partial<MessageTree> {
  id?: string
  draft?: string
  /** The files of its draft. */
  attached?: readonly Attachment[]
  /** Its queued messages. */
  queued?: readonly StoredTurn[]
}

export interface WorkspaceState {
  /** The id under which the conversation is saved, once it has messages. */
  conversationId: string
  /** Set by renaming; null if the first message serves as the title. */
  title: string | null
  /** From 1 to `mostPanes`. */
  panes: readonly Pane[]
  /** The text in the message field that all panes share. */
  draft: string
  /** The files attached to that message. */
  attached: readonly Attachment[]
  /** True if each pane has a message field of its own. */
  detached: boolean
  /** True if scrolling one pane scrolls all. */
  scrollTogether: boolean
  /** The pane that was closed last and its position, as long as that can be undone. */
  closed: { pane: Pane; at: number } | null
}

export interface WorkspaceActions {
  setDraft(text: string): void
  setAttached(attached: readonly Attachment[]): void
  /** The draft moves along: into each pane's empty field, or back from the first field that is not empty. */
  setDetached(detached: boolean): void
  setScrollTogether(together: boolean): void
  setTitle(title: string | null): void
  /** Adds a pane at the end, by default with the setup of the last one. Does nothing at `maxPanes`. */
  addPane(content?: PaneContent): void
  /** Closes a pane and stops its reply. Does nothing for the only pane. */
  removePane(id: string): void
  /** Reopens the pane that was closed last, with its messages. */
  restorePane(): void
  /** Copies the settings of this pane to all others, without its model and connection. */
  applyToAll(from: string): void
  /**
   * Sends the shared draft in every pane; panes without a model use `suggested`. Busy panes queue it. Does nothing if all
   * panes are busy.
   */
  send(suggested: string | null): void
  /** Undoes the last step of a pane. A sent message is removed from every pane that has it and becomes the draft again. */
  undo(store: ConversationStore): void
  /** Redoes what was undone last in a pane; a sent message, in every pane that had it. */
  redo(store: ConversationStore): void
  /** Appends the shared draft to every pane with this role, without requesting a reply. */
  addMessage(role: Role): void
  /** Stops every streaming reply. */
  stop(): void
  /** Copies the messages of a pane up to this one to another pane, or to a new one if null. Undo restores the target. */
  sendBranch(from: string, messageId: string, to: string | null): void
  /** An empty conversation with the same panes, settings and draft. */
  startNew(): void
  /** Replaces the conversation with another one and stops its replies. */
  open(opened: Partial<Omit<WorkspaceState, 'panes'>> & { panes: readonly PaneContent[] }): void
}

export type Workspace = StoreApi<WorkspaceState & WorkspaceActions>

/** Creates the workspace of a tab: one or more panes side by side. */
export function createWorkspace(surroundings: ConversationDependencies): Workspace {
  const makePane = (
    { id = newId(), messages, tip, draft = '', attached = [], queued = [], ...setup }: PaneContent,
    mark: number,
  ): Pane => {
    const store = createConversationStore(surroundings, setup)
    store.setState({
      draft,
      attached,
      queued: queued.map((turn) =>
        typeof turn === 'string' ? newTurn(turn, []) : newTurn(turn.text, turn.attachments),
      ),
      ...(messages && { messages, tip: tip ?? null }),
    })
    return { id, store, mark }
  }
  /** By the id of an undone turn: the panes that had it in their queue, so that redo queues it again. */
  const unqueued = new Map<string, ConversationStore[]>()

  return createStore<WorkspaceState & WorkspaceActions>((set, get) => ({
    conversationId: newId(),
    title: null,
    panes: [makePane({}, 1)],
    draft: '',
    attached: [],
    detached: false,
    scrollTogether: false,
    closed: null,
    setDraft: (draft) => set({ draft }),
    setAttached: (attached) => set({ attached }),
    setDetached(detached) {
      const stores = get().panes.map(({ store }) => store)
      if (detached) {
        const { draft, attached } = get()
        for (const store of stores) if (isEmptyDraft(store.getState())) store.setState({ draft, attached })
        set({ detached, draft: '', attached: [] })
      } else {
        const filled = stores.find((store) => !isEmptyDraft(store.getState()))
        const { draft, attached } = filled?.getState() ?? { draft: '', attached: [] }
        // Panes that still hold the same draft give it up; others keep their own.
        for (const store of stores)
          if (isSameDraft(store.getState(), { draft, attached })) store.setState({ draft: '', attached: [] })
        set(isEmptyDraft(get()) ? { detached, draft, attached } : { detached })
      }
    },
    setScrollTogether: (scrollTogether) => set({ scrollTogether }),
    setTitle: (title) => set({ title }),
    addPane(content) {
      const { panes } = get()
      const last = panes.at(-1)
      if (panes.length >= maxPanes) return
      const taken = panes.map((pane) => pane.mark)
      const mark = Array.from({ length: maxPanes }, (_, index) => index + 1).find((each) => !taken.includes(each)) ?? 1
      const added = makePane(content ?? (last ? setupOf(last.store.getState()) : {}), mark)
      set({ panes: [...panes, added], closed: null })
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
      const { draft, attached, panes } = get()
      const modelOf = ({ store }: Pane) => store.getState().modelId ?? suggested
      const isFree = (pane: Pane) => pane.store.getState().running === null && modelOf(pane) !== null
      const turn = newTurn(draft, attached)
      if (isEmptyTurn(turn) || !panes.some(isFree)) return
      set({ draft: '', attached: [] })
      for (const pane of panes) pane.store.getState().deliver(turn, modelOf(pane))
    },
    undo(store) {
      const { panes, detached } = get()
      const turn = lastTurn(store.getState())
      if (!turn) return store.getState().undo()
      const stores = new Set([store, ...panes.map((pane) => pane.store)])
      const together = [...stores].filter((each) => lastTurn(each.getState())?.id === turn.id)
      const waiting = together.filter((each) => isQueued(each.getState(), turn))
      for (const each of waiting) each.getState().unqueue(turn.id)
      unqueued.set(turn.id, waiting)
      for (const each of together) if (!waiting.includes(each)) each.getState().undo()
      const unsent = { draft: turn.text, attached: turn.attachments ?? [] }
      if (!detached || panes.length === 1) {
        if (isEmptyDraft(get())) set(unsent)
        return
      }
      for (const each of together) if (isEmptyDraft(each.getState())) each.setState(unsent)
    },
    redo(store) {
      const { panes } = get()
      const turn = store.getState().steps.future.at(-1)?.turn
      if (!turn) return store.getState().redo()
      const unsent = { draft: turn.text, attached: turn.attachments ?? [] }
      if (isSameDraft(get(), unsent)) set({ draft: '', attached: [] })
      for (const each of new Set([store, ...panes.map((pane) => pane.store)])) {
        const { steps, modelId } = each.getState()
        const isHere = steps.future.at(-1)?.turn?.id === turn.id
        const wasQueued = unqueued.get(turn.id)?.includes(each) ?? false
        if (!isHere && !wasQueued) continue
        if (isSameDraft(each.getState(), unsent)) each.setState({ draft: '', attached: [] })
        if (isHere) each.getState().redo()
        else each.getState().deliver(turn, modelId)
      }
      unqueued.delete(turn.id)
    },
    addMessage(role) {
      const { draft, attached, panes } = get()
      if (isEmptyDraft({ draft, attached })) return
      set({ draft: '', attached: [] })
      for (const { store } of panes) store.getState().insertAfter(store.getState().tip, role, draft, attached)
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
      // A reply streaming there would continue invisibly.
      target?.stop()
      // The target's own messages stay, as versions beside the new ones.
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
        attached: [],
        detached: false,
        closed: null,
        ...rest,
        panes: panes.slice(0, maxPanes).map((pane, index) => makePane(pane, index + 1)),
      })
    },
  }))
}

interface Draft {
  draft: string
  attached: readonly Attachment[]
}

function isEmptyDraft({ draft, attached }: Draft): boolean {
  return draft.trim() === '' && attached.length === 0
}

function isSameDraft(one: Draft, other: Draft): boolean {
  const hashes = ({ attached }: Draft) => attached.map(({ hash }) => hash).join(' ')
  return one.draft === other.draft && hashes(one) === hashes(other)
}

/** The store whose step undo or redo affects: the most recent of all panes; undefined if there is none. */
export function changedLast(panes: readonly Pane[], way: 'undo' | 'redo'): ConversationStore | undefined {
  const timeOf = ({ store }: Pane) => {
    const { at, past, future } = store.getState().steps
    return way === 'undo' ? (past.at(-1)?.at ?? 0) : future.length > 0 ? at : 0
  }
  const [last] = panes.toSorted((one, other) => timeOf(other) - timeOf(one))
  return last && timeOf(last) > 0 ? last.store : undefined
}

/** The message that undo removes from a pane: the last one queued, or the one that its last step sent. */
function lastTurn({ queued, steps }: PaneConversation): Turn | undefined {
  return queued.at(-1) ?? steps.past.at(-1)?.turn
}

function isQueued({ queued }: PaneConversation, turn: Turn): boolean {
  return queued.some(({ id }) => id === turn.id)
}
