import { isOpen, type Message } from '#app/data/message.ts'
import type { MessageTree } from './message-tree.ts'

/** The steps that can be taken back and brought again. Trees are immutable, so a step costs a reference. */
export interface UndoHistory {
  past: readonly MessageTree[]
  future: readonly MessageTree[]
}

export const noHistory: UndoHistory = { past: [], future: [] }

/** More steps than anyone takes back, few enough to hold. */
const mostSteps = 200

/** Notes the tree as it was before a step; what had been taken back is forgotten. */
export function noteStep({ past }: UndoHistory, before: MessageTree): UndoHistory {
  return { past: [...past.slice(1 - mostSteps), before], future: [] }
}

/** The tree before the last step; undefined where there is none. */
export function undo(
  { past, future }: UndoHistory,
  now: MessageTree,
): { tree: MessageTree; steps: UndoHistory } | undefined {
  const before = past.at(-1)
  if (!before) return undefined
  return { tree: withRepliesOf(now, before), steps: { past: past.slice(0, -1), future: [...future, now] } }
}

/** The tree after the step that was taken back last; undefined where there is none. */
export function redo(
  { past, future }: UndoHistory,
  now: MessageTree,
): { tree: MessageTree; steps: UndoHistory } | undefined {
  const after = future.at(-1)
  if (!after) return undefined
  return { tree: withRepliesOf(now, after), steps: { past: [...past, now], future: future.slice(0, -1) } }
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
