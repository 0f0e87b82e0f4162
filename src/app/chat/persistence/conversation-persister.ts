import { watchWorkspace } from '#app/chat/store/use-panes.ts'
import type { Workspace } from '#app/chat/store/workspace.ts'
import { historyProblem, problemOf } from '#app/data/history/history-problem.ts'
import type { History } from '#app/data/history/history.ts'
import type { SavedConversation } from '#app/data/history/rows.ts'
import { isOpen, newId } from '#app/data/message.ts'
import type { TextStorage } from '#app/data/storage/browser-storage.ts'
import { type SyncedConversation, changesSince, syncedFrom, neverSynced } from './synced-conversation.ts'
import { persistenceState } from './load-persistence.ts'
import { contentOf, mergeSaved, openReplies, showMerged } from './merge-saved.ts'
import { type Snapshot, hasMessages, takeSnapshot } from './snapshot.ts'
import { forgetUnsentResults, readUnsentResults, storeUnsentResults, withUnsentResults } from './unsent-results.ts'

/** Saves the conversation of a tab. No method rejects; `historyProblem` holds what is wrong with the storage. */
export interface ConversationPersister {
  /** Opens a saved conversation in place of the current one; does nothing if it is open already. */
  open(id: string): Promise<'open' | 'missing'>
  /** Writes pending changes now. As the page is left, what is being typed is stored in the tab before. */
  flush(): Promise<void>
  /** Writes a conversation that is no longer open. */
  saveSnapshot(left: Snapshot): Promise<void>
  /** Merges what other tabs wrote into the open conversation. */
  refresh(): Promise<void>
}

interface PersisterOptions {
  workspace: Workspace
  history: History
  /** The storage of this tab. */
  tab: TextStorage | undefined
  /** Milliseconds since the epoch. */
  now(): number
}

/** The minimum time between two writes of a streaming reply, in milliseconds. */
const streamingInterval = 1_000
/** Typing and editing are written after this pause, in milliseconds, */
const typingPause = 400
/** but without a pause this often: a write takes longer than all the rest of a keypress. `last-setup.ts` keeps drafts. */
const typingInterval = 2_000
/** The time until a failed write is repeated, in milliseconds. */
const retryDelay = 5_000
/** How often a reply that streams in another tab is checked, in milliseconds: that tab may be gone. */
const foreignReplyInterval = 2_000

/** The saving state of one conversation, from opening it to the last write. */
interface TrackedConversation {
  synced: SyncedConversation
  latest: Snapshot
  /** Serializes reads and writes. */
  queue: Promise<void>
  writtenAt: number
  timer: ReturnType<typeof setTimeout> | undefined
  due: number
  /** When the oldest change was typed that is not written yet. */
  typedSince: number | undefined
}

/** Saves the conversation of a workspace: when a turn starts, at most once a second while it streams, and when it ends. */
export function createConversationPersister({ workspace, history, tab, now }: PersisterOptions): ConversationPersister {
  let track = trackConversation(takeSnapshot(workspace))
  /** The replies that stream in this tab, with the function that releases the claim on each. */
  const claims = new Map<string, () => void>()
  let openings = 0
  let foreignTimer: ReturnType<typeof setTimeout> | undefined

  function save(of: TrackedConversation): Promise<void> {
    clearTimeout(of.timer)
    of.timer = undefined
    of.typedSince = undefined
    return inTurn(of, () => write(of))
  }

  function saveWithin(of: TrackedConversation, delay: number) {
    if (of.timer === undefined || of.due > now() + delay) saveAfter(of, delay)
  }

  function saveAfter(of: TrackedConversation, delay: number) {
    clearTimeout(of.timer)
    of.due = now() + delay
    of.timer = setTimeout(() => void save(of), delay)
  }

  async function write(of: TrackedConversation) {
    if (!of.synced.exists && !hasMessages(of.latest)) return
    const step = changesSince(of.synced, of.latest, now(), newId())
    if (!step) return
    of.writtenAt = now()
    try {
      const outcome = await history.write(step.change)
      if (outcome === 'written') {
        of.synced = step.after
        forgetUnsentResults(tab)
      }
      // Deleted in another tab: only a new message restores it, completely.
      else if (step.change.put.some((row) => !of.synced.panes.get(row.paneId)?.messages.has(row.id))) {
        of.synced = neverSynced
        return await write(of)
      }
      persistenceState.setState({ written: of.latest.id })
      historyProblem.setState({ problem: null })
    } catch (error) {
      historyProblem.setState({ problem: problemOf(error) })
      saveWithin(of, retryDelay)
    }
  }

  function onChange() {
    const latest = takeSnapshot(workspace)
    const before = track.latest
    if (latest.id === before.id) track.latest = latest
    else {
      void save(track)
      track = trackConversation(latest)
    }
    const running = latest.panes.flatMap((pane) => pane.running ?? [])
    const begun = running.filter((id) => !claims.has(id))
    for (const id of begun) claims.set(id, history.claims.hold(id))
    const ended = [...claims].filter(([id]) => !running.includes(id))
    for (const [id] of ended) claims.delete(id)
    if (begun.length + ended.length > 0) {
      // A turn makes several changes in this task. Release only after the final write, or other tabs see an interrupted reply.
      const of = track
      void Promise.resolve()
        .then(() => save(of))
        .then(() => ended.forEach(([, release]) => release()))
    } else if (running.length > 0) saveWithin(track, Math.max(0, track.writtenAt + streamingInterval - now()))
    else {
      track.typedSince ??= now()
      saveAfter(track, Math.max(0, Math.min(typingPause, track.typedSince + typingInterval - now())))
    }
  }

  /** The saved conversation, and its open replies that no tab streams. Read again after asking, since one may have ended. */
  async function readWithOrphans(id: string): Promise<{ saved: SavedConversation | undefined; dead: Set<string> }> {
    const saved = await history.read(id)
    const open = saved ? openReplies(saved) : []
    if (open.length === 0) return { saved, dead: new Set() }
    const held = await history.claims.held(open)
    const dead = new Set(open.filter((each) => !held.has(each) && !claims.has(each)))
    return { saved: await history.read(id), dead }
  }

  function interruptOrphans(dead: ReadonlySet<string>) {
    for (const { store } of workspace.getState().panes) {
      const { messages, running } = store.getState()
      const ended = messages.map((each) =>
        each.kind === 'reply' && isOpen(each) && dead.has(each.id) && each.id !== running
          ? { ...each, state: 'interrupted' as const }
          : each,
      )
      if (ended.some((each, place) => each !== messages[place])) store.setState({ messages: ended })
    }
  }

  function watchForeignReplies(saved: SavedConversation, dead: ReadonlySet<string>) {
    clearTimeout(foreignTimer)
    const foreign = openReplies(saved).filter((id) => !dead.has(id) && !claims.has(id))
    if (foreign.length > 0) foreignTimer = setTimeout(() => void refresh(), foreignReplyInterval)
  }

  function refresh(): Promise<void> {
    const of = track
    return inTurn(of, async () => {
      if (!of.synced.exists || of !== track) return
      const { saved, dead } = await readWithOrphans(of.latest.id)
      if (!saved || of !== track) return
      const merged = mergeSaved(of.synced, takeSnapshot(workspace), saved)
      of.synced = showMerged(workspace, merged, saved)
      interruptOrphans(dead)
      watchForeignReplies(saved, dead)
    })
  }

  watchWorkspace(workspace, onChange)
  history.watch((id) => {
    if (id === track.latest.id) void refresh()
  })
  onChange()

  return {
    async open(id) {
      const opening = ++openings
      if (track.latest.id === id && hasMessages(track.latest)) return 'open'
      await save(track)
      const found = await readWithOrphans(id).catch((error: unknown) => {
        historyProblem.setState({ problem: problemOf(error) })
      })
      // Another conversation was opened meanwhile.
      if (opening !== openings) return 'open'
      if (!found?.saved) return 'missing'
      const { saved, dead } = found
      workspace.getState().stop()
      const unsent = track.latest.id === id ? track.latest : undefined
      track = { ...trackConversation({ ...track.latest, id }), synced: syncedFrom(saved) }
      const content = contentOf(saved, unsent)
      workspace
        .getState()
        .open({ ...content, panes: unsent ? withUnsentResults(content.panes, readUnsentResults(tab)) : content.panes })
      interruptOrphans(dead)
      watchForeignReplies(saved, dead)
      persistenceState.setState({ written: id })
      return 'open'
    },
    saveSnapshot: (left) => save(trackConversation(left)),
    flush() {
      storeUnsentResults(tab, track.latest)
      return save(track)
    },
    refresh,
  }
}

function trackConversation(latest: Snapshot): TrackedConversation {
  return {
    synced: neverSynced,
    latest,
    queue: Promise.resolve(),
    writtenAt: -Infinity,
    timer: undefined,
    due: 0,
    typedSince: undefined,
  }
}

function inTurn(of: TrackedConversation, work: () => Promise<void>): Promise<void> {
  of.queue = of.queue.then(work).catch((error: unknown) => {
    historyProblem.setState({ problem: problemOf(error) })
  })
  return of.queue
}
