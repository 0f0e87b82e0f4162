import { isOpen, type Message } from '#app/data/message.ts'
import type { MessageTree } from './message-tree.ts'

/** A message that was sent to one or several panes at once; undo removes it from all of them. */
export interface Turn {
  id: string
  text: string
}

/** What a step did, for the label of undo. */
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
  | 'results'

/** A step, with the tree to restore: the one before it if it is in the past, the one after it if in the future. */
interface Step {
  name: StepName
  tree: MessageTree
  /** The message that the step sent, if any. */
  turn: Turn | undefined
  /** Its position in the order of all changes; see `UndoHistory`. */
  at: number
}

/** The steps to undo and redo. Trees are immutable, so a step costs one reference. */
export interface UndoHistory {
  /** Counts the changes of all panes, so that the pane changed last has the highest number. */
  at: number
  past: readonly Step[]
  future: readonly Step[]
  /** The last change, for the status message. */
  last: { name: StepName; way: 'done' | 'undone' | 'redone' } | null
}

export const emptyUndoHistory: UndoHistory = { at: 0, past: [], future: [], last: null }

/** More steps than anyone undoes. */
const maxSteps = 200

let changes = 0

/** Records a step and the tree before it; clears what could be redone. */
export function recordStep({ past }: UndoHistory, name: StepName, before: MessageTree, turn?: Turn): UndoHistory {
  const at = ++changes
  const step = { name, tree: before, turn, at }
  return { at, past: [...past.slice(1 - maxSteps), step], future: [], last: { name, way: 'done' } }
}

/** The tree before the last step; undefined if there is none. */
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

/** The tree after the step that was undone last; undefined if there is none. */
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

/** A reply that was streaming when the step was recorded has grown since; the current version is kept. */
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
