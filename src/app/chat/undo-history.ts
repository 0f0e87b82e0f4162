import { isOpen, type Message } from '#app/data/message.ts'
import type { MessageTree } from './message-tree.ts'

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
}

/** The steps that can be taken back and brought again. Trees are immutable, so a step costs a reference. */
export interface UndoHistory {
  past: readonly Step[]
  future: readonly Step[]
  /** What happened last, for the one word that is said about it. */
  last: { name: StepName; way: 'done' | 'undone' | 'redone' } | null
}

export const noHistory: UndoHistory = { past: [], future: [], last: null }

/** More steps than anyone takes back, few enough to hold. */
const mostSteps = 200

/** Notes the tree as it was before a step; what had been taken back is forgotten. */
export function noteStep({ past }: UndoHistory, name: StepName, before: MessageTree): UndoHistory {
  return { past: [...past.slice(1 - mostSteps), { name, tree: before }], future: [], last: { name, way: 'done' } }
}

/** The tree before the last step; undefined where there is none. */
export function undo(
  { past, future }: UndoHistory,
  now: MessageTree,
): { tree: MessageTree; steps: UndoHistory } | undefined {
  const step = past.at(-1)
  if (!step) return undefined
  const { name } = step
  return {
    tree: withRepliesOf(now, step.tree),
    steps: { past: past.slice(0, -1), future: [...future, { name, tree: now }], last: { name, way: 'undone' } },
  }
}

/** The tree after the step that was taken back last; undefined where there is none. */
export function redo(
  { past, future }: UndoHistory,
  now: MessageTree,
): { tree: MessageTree; steps: UndoHistory } | undefined {
  const step = future.at(-1)
  if (!step) return undefined
  const { name } = step
  return {
    tree: withRepliesOf(now, step.tree),
    steps: { past: [...past, { name, tree: now }], future: future.slice(0, -1), last: { name, way: 'redone' } },
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
