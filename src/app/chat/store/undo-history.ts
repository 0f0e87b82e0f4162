import { isOpen, type Message } from '#app/data/message.ts'
import type { MessageTree } from './message-tree.ts'

/** A message as it was sent, to one pane or to several at once: taken back, it leaves all of them. */
export interface Turn {
  id: string
  text: string
}

/** What a step did, so that taking it back can be named. */
export type StepName =
  | 'send'
  | 'run'
  | 'regenerate'
  | 'continue'
  | 'resend'
  | 'edit'
  | 'role'
  | 'delete'
  | 'insert'
  | 'move'
  | 'adopt'

/** What a step did, and the tree on its other side: before it in the past, after it in the future. */
interface Step {
  name: StepName
  tree: MessageTree
  /** What was sent by it, if anything. */
  turn: Turn | undefined
  /** When it was done; see `UndoHistory`. */
  at: number
}

/** The steps that can be taken back and brought again. Trees are immutable, so a step costs a reference. */
export interface UndoHistory {
  /** When it last changed, in changes of all conversations: tells which of several panes was changed last. */
  at: number
  past: readonly Step[]
  future: readonly Step[]
  /** What happened last, for the one word that is said about it. */
  last: { name: StepName; way: 'done' | 'undone' | 'redone' } | null
}

export const emptyUndoHistory: UndoHistory = { at: 0, past: [], future: [], last: null }

/** More steps than anyone takes back, few enough to hold. */
const maxSteps = 200

let changes = 0

/** Notes the tree as it was before a step; what had been taken back is forgotten. */
export function recordStep({ past }: UndoHistory, name: StepName, before: MessageTree, turn?: Turn): UndoHistory {
  const at = ++changes
  const step = { name, tree: before, turn, at }
  return { at, past: [...past.slice(1 - maxSteps), step], future: [], last: { name, way: 'done' } }
}

/** The tree before the last step; undefined where there is none. */
export function undo(
  { past, future }: UndoHistory,
  now: MessageTree,
): { tree: MessageTree; steps: UndoHistory } | undefined {
  const step = past.at(-1)
  if (!step) return undefined
  const undone = { ...step, tree: now }
  const last = { name: step.name, way: 'undone' } as const
  return {
    tree: withRepliesOf(now, step.tree),
    steps: { at: ++changes, past: past.slice(0, -1), future: [...future, undone], last },
  }
}

/** The tree after the step that was taken back last; undefined where there is none. */
export function redo(
  { past, future }: UndoHistory,
  now: MessageTree,
): { tree: MessageTree; steps: UndoHistory } | undefined {
  const step = future.at(-1)
  if (!step) return undefined
  const redone = { ...step, tree: now }
  const last = { name: step.name, way: 'redone' } as const
  return {
    tree: withRepliesOf(now, step.tree),
    steps: { at: ++changes, past: [...past, redone], future: future.slice(0, -1), last },
  }
}

/** A reply that was still arriving when the step was noted has gone on since: it comes as it is now. */
function withRepliesOf(now: MessageTree, kept: MessageTree): MessageTree {
  if (!kept.messages.some(isStreaming)) return kept
  const current = new Map(now.messages.map((message) => [message.id, message]))
  return {
    ...kept,
    messages: kept.messages.map((each) =>
      isStreaming(each) ? { ...(current.get(each.id) ?? each), parent: each.parent } : each,
    ),
  }
}

function isStreaming(message: Message): boolean {
  return message.kind === 'reply' && isOpen(message)
}
