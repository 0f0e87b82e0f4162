import { watchWorkspace } from '#app/chat/store/use-panes.ts'
import type { Workspace } from '#app/chat/store/workspace.ts'
import { historyProblem, problemOf } from '#app/data/history/history-problem.ts'
import type { History } from '#app/data/history/history.ts'
import type { SavedConversation } from '#app/data/history/rows.ts'
import { isOpen, newId } from '#app/data/message.ts'
import { type KnownConversation, changeOf, knownOf, nothingKnown } from './known-conversation.ts'
import { persistenceState } from './load-persistence.ts'
import { contentOf, mergeSaved, openReplies, showMerged } from './merge-saved.ts'
import { type Snapshot, somethingSaid, takeSnapshot } from './snapshot.ts'

/** What keeps the conversation of a tab. None of these rejects; what is wrong with storage stands in `historyProblem`. */
export interface ConversationPersister {
  /** Shows a saved conversation in place of what is open; does nothing where it is open already. */
  open(id: string): Promise<'open' | 'missing'>
  /** Writes at once what is not written yet. */
  flush(): Promise<void>
  /** Writes a conversation that was left before it could be written. */
  keep(left: Snapshot): Promise<void>
  /** Reads what other tabs wrote into what is open here. */
  refresh(): Promise<void>
}

interface KeeperSurroundings {
  workspace: Workspace
  history: History
  /** Milliseconds since the epoch. */
  now(): number
}

/** At least this long, in milliseconds, passes between two writes of a reply that grows. */
const streamingInterval = 1_000
/** Typing and editing are written once they rest, in milliseconds. */
const settlingTime = 400
/** How long until something that could not be written is tried again. */
const retryTime = 5_000
/** How often a reply that another tab streams is looked after: that tab may be gone. */
const foreignReplyInterval = 2_000

/** One conversation from the moment it is opened here to the last write about it. */
interface Track {
  known: KnownConversation
  latest: Snapshot
  /** Reads and writes go one after the other. */
  queue: Promise<void>
  writtenAt: number
  timer: ReturnType<typeof setTimeout> | undefined
  due: number
}

/** Keeps what is said in a workspace: as a turn starts, at most once a second while it streams, and as it ends. */
export function createConversationPersister({ workspace, history, now }: KeeperSurroundings): ConversationPersister {
  let track = newTrack(takeSnapshot(workspace))
  /** The replies on their way to this tab, and what gives up the claim to each. */
  const claims = new Map<string, () => void>()
  let openings = 0
  let looking: ReturnType<typeof setTimeout> | undefined

  function save(of: Track): Promise<void> {
    clearTimeout(of.timer)
    of.timer = undefined
    return inTurn(of, () => write(of))
  }

  function saveWithin(of: Track, delay: number) {
    const due = now() + delay
    if (of.timer !== undefined && of.due <= due) return
    clearTimeout(of.timer)
    of.due = due
    of.timer = setTimeout(() => void save(of), delay)
  }

  async function write(of: Track) {
    if (!of.known.exists && !somethingSaid(of.latest)) return
    const step = changeOf(of.known, of.latest, now(), newId())
    if (!step) return
    of.writtenAt = now()
    try {
      const outcome = await history.write(step.change)
      if (outcome === 'written') of.known = step.after
      // Deleted in another tab: only something new brings it back, and then all of it.
      else if (step.change.put.some((row) => !of.known.panes.get(row.paneId)?.messages.has(row.id))) {
        of.known = nothingKnown
        // It says by itself what came of it.
        return await write(of)
      }
      persistenceState.setState({ written: of.latest.id })
      historyProblem.setState({ problem: null })
    } catch (error) {
      historyProblem.setState({ problem: problemOf(error) })
      saveWithin(of, retryTime)
    }
  }

  function onChange() {
    const latest = takeSnapshot(workspace)
    const before = track.latest
    if (latest.id === before.id) track.latest = latest
    else {
      void save(track)
      track = newTrack(latest)
    }
    const running = latest.panes.flatMap((pane) => pane.running ?? [])
    const begun = running.filter((id) => !claims.has(id))
    for (const id of begun) claims.set(id, history.claims.hold(id))
    const ended = [...claims].filter(([id]) => !running.includes(id))
    for (const [id] of ended) claims.delete(id)
    if (begun.length + ended.length > 0) {
      // What a turn changes is in place at the end of this task. A claim ends when the ending is written, so that nobody
      // takes the reply for one that was cut.
      const of = track
      void Promise.resolve()
        .then(() => save(of))
        .then(() => ended.forEach(([, release]) => release()))
    } else if (running.length > 0) saveWithin(track, Math.max(0, track.writtenAt + streamingInterval - now()))
    else saveWithin(track, settlingTime)
  }

  /** What is saved, and which of its open replies no tab streams. Asked before it is read: an ending is written first. */
  async function readWithDead(id: string): Promise<{ saved: SavedConversation | undefined; dead: Set<string> }> {
    const saved = await history.read(id)
    const open = saved ? openReplies(saved) : []
    if (open.length === 0) return { saved, dead: new Set() }
    const held = await history.claims.held(open)
    const dead = new Set(open.filter((each) => !held.has(each) && !claims.has(each)))
    return { saved: await history.read(id), dead }
  }

  function endDead(dead: ReadonlySet<string>) {
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

  function lookAfterForeign(saved: SavedConversation, dead: ReadonlySet<string>) {
    clearTimeout(looking)
    const foreign = openReplies(saved).filter((id) => !dead.has(id) && !claims.has(id))
    if (foreign.length > 0) looking = setTimeout(() => void refresh(), foreignReplyInterval)
  }

  function refresh(): Promise<void> {
    const of = track
    return inTurn(of, async () => {
      if (!of.known.exists || of !== track) return
      const { saved, dead } = await readWithDead(of.latest.id)
      if (!saved || of !== track) return
      const merged = mergeSaved(of.known, takeSnapshot(workspace), saved)
      of.known = showMerged(workspace, merged, saved)
      endDead(dead)
      lookAfterForeign(saved, dead)
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
      if (track.latest.id === id && somethingSaid(track.latest)) return 'open'
      await save(track)
      const found = await readWithDead(id).catch((error: unknown) => {
        historyProblem.setState({ problem: problemOf(error) })
      })
      // A later one has taken over while this one was read.
      if (opening !== openings) return 'open'
      if (!found?.saved) return 'missing'
      const { saved, dead } = found
      workspace.getState().stop()
      const unsent = track.latest.id === id ? track.latest : undefined
      track = { ...newTrack({ ...track.latest, id }), known: knownOf(saved) }
      workspace.getState().open(contentOf(saved, unsent))
      endDead(dead)
      lookAfterForeign(saved, dead)
      persistenceState.setState({ written: id })
      return 'open'
    },
    keep: (left) => save(newTrack(left)),
    flush: () => save(track),
    refresh,
  }
}

function newTrack(latest: Snapshot): Track {
  return { known: nothingKnown, latest, queue: Promise.resolve(), writtenAt: -Infinity, timer: undefined, due: 0 }
}

function inTurn(of: Track, work: () => Promise<void>): Promise<void> {
  of.queue = of.queue.then(work).catch((error: unknown) => {
    historyProblem.setState({ problem: problemOf(error) })
  })
  return of.queue
}
