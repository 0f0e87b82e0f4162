import type { Attachment } from '#app/data/attachments/attachment.ts'
import type { Setup } from '#app/data/setup.ts'
import { isOpen, newId, type Message } from '#app/data/message.ts'
import type { MessageTree } from './message-tree.ts'

/** A message that was sent to one or several panes at once; undo removes it from all of them. */
export interface Turn {
  id: string
  text: string
  /** Absent if there are none. */
  attachments?: readonly Attachment[]
}

/** A message to send. */
export function newTurn(text: string, attachments: readonly Attachment[]): Turn {
  return { id: newId(), text, ...(attachments.length > 0 && { attachments }) }
}

/** Whether there is nothing to send. */
export function isEmptyTurn({ text, attachments }: Pick<Turn, 'text' | 'attachments'>): boolean {
  return text.trim() === '' && !attachments
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
  | 'tools'
  | 'format'

/** The parts of a setup whose edits can be undone. */
export type EditedSetup = Partial<Pick<Setup, 'tools' | 'responseFormat'>>

/** A step, with the tree to restore: the one before it if it is in the past, the one after it if in the future. */
interface Step {
  name: StepName
  tree: MessageTree
  /** What an edit of tools or the response format replaced. Such a step leaves the messages as they are. */
  setup?: EditedSetup
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
export function recordStep(
  { past }: UndoHistory,
  name: StepName,
  before: MessageTree,
  { turn, setup }: { turn?: Turn | undefined; setup?: EditedSetup } = {},
): UndoHistory {
  const at = ++changes
  const step = { name, tree: before, turn, at, ...(setup && { setup }) }
  return { at, past: [...past.slice(1 - maxSteps), step], future: [], last: { name, way: 'done' } }
}

/** What undo and redo restore. */
interface Restored {
  tree: MessageTree
  setup: EditedSetup | undefined
  steps: UndoHistory
}

/** The tree before the last step; undefined if there is none. */
export function undo({ past, future }: UndoHistory, now: MessageTree & EditedSetup): Restored | undefined {
  const step = past.at(-1)
  if (!step) return undefined
  const undone = withCurrent(step, now)
  const last = { name: step.name, way: 'undone' } as const
  return {
    tree: restoredTree(step, now),
    setup: step.setup,
    steps: { at: ++changes, past: past.slice(0, -1), future: [...future, undone], last },
  }
}

/** The tree after the step that was undone last; undefined if there is none. */
export function redo({ past, future }: UndoHistory, now: MessageTree & EditedSetup): Restored | undefined {
  const step = future.at(-1)
  if (!step) return undefined
  const redone = withCurrent(step, now)
  const last = { name: step.name, way: 'redone' } as const
  return {
    tree: restoredTree(step, now),
    setup: step.setup,
    steps: { at: ++changes, past: [...past, redone], future: future.slice(0, -1), last },
  }
}

/** The step in the other direction: it restores what is there now. */
function withCurrent(step: Step, { messages, tip, tools, responseFormat }: MessageTree & EditedSetup): Step {
  const tree = { messages, tip }
  if (!step.setup) return { ...step, tree }
  return {
    ...step,
    tree,
    setup: {
      ...(step.setup.tools && tools && { tools }),
      ...(step.setup.responseFormat && responseFormat && { responseFormat }),
    },
  }
}

function restoredTree({ tree, setup }: Step, { messages, tip }: MessageTree): MessageTree {
  return setup ? { messages, tip } : withRepliesOf({ messages, tip }, tree)
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
