import type { Attachment } from '#app/data/attachments/attachment.ts'
import {
  type Message,
  type Reply,
  type Role,
  type WrittenMessage,
  attachmentsOf,
  isOpen,
  newId,
  emptyReply,
  pathTo,
  roleOf,
} from '#app/data/message.ts'

/** A new message written by the user, after `parent`. */
export function written(
  role: Role,
  text: string,
  parent: string | null,
  attachments: readonly Attachment[] = [],
): WrittenMessage {
  return {
    kind: 'written',
    id: newId(),
    parent,
    createdAt: Date.now(),
    role,
    text,
    ...(attachments.length > 0 && { attachments }),
  }
}

/** A reply that is requested now, after `parent`; `sentAt` is in milliseconds of the store's clock. */
export function newReply(modelId: string, parent: string | null, sentAt: number): Reply {
  return {
    kind: 'reply',
    id: newId(),
    parent,
    createdAt: Date.now(),
    modelId,
    state: 'waiting',
    text: '',
    sentAt,
    ...emptyReply,
  }
}

/**
 * All messages of a pane. Each names its parent, so an edited message or a regenerated reply becomes a version beside the
 * earlier one instead of replacing it. `tip` is the last message of the path that is shown.
 */
export interface MessageTree {
  messages: readonly Message[]
  tip: string | null
}

export const emptyTree: MessageTree = { messages: [], tip: null }

/** The messages that are shown, from the first to the tip. */
export function pathOf({ messages, tip }: MessageTree): Message[] {
  return pathTo(messages, tip)
}

/** The ids of the messages that are shown. They don't change while a reply grows, so a list of them doesn't re-render. */
export function pathIds(tree: MessageTree): string[] {
  return pathOf(tree).map(({ id }) => id)
}

/** Adds a message after its parent and shows it. */
export function append({ messages }: MessageTree, message: Message): MessageTree {
  return { messages: [...messages, message], tip: message.id }
}

/** Replaces the message with the same id. */
export function replace({ messages, tip }: MessageTree, message: Message): MessageTree {
  return { messages: messages.map((each) => (each.id === message.id ? message : each)), tip }
}

/** Shows the version with this id, and the latest messages after it. */
export function showVersion({ messages }: MessageTree, id: string): MessageTree {
  let tip = id
  // Bounded by the number of messages, so that a cycle in damaged data ends.
  for (const _ of messages) tip = messages.findLast(({ parent }) => parent === tip)?.id ?? tip
  return { messages, tip }
}

/**
 * Removes a message; its children move to its parent. If it had none, another version of it is shown, which could not be
 * reached otherwise.
 */
export function remove(tree: MessageTree, id: string): MessageTree {
  const { messages, tip } = tree
  const gone = messages.find((each) => each.id === id)
  if (!gone) return tree
  const left = messages
    .filter((each) => each !== gone)
    .map((each) => (each.parent === id ? { ...each, parent: gone.parent } : each))
  const version = tip === id ? left.findLast(({ parent }) => parent === gone.parent) : undefined
  if (version) return showVersion({ messages: left, tip }, version.id)
  return { messages: left, tip: tip === id ? gone.parent : tip }
}

/** Inserts a message after another (null: at the start), before the next one on the path that is shown. */
export function insertAfter(tree: MessageTree, after: string | null, message: WrittenMessage): MessageTree {
  const path = pathOf(tree)
  const next = path[after === null ? 0 : path.findIndex(({ id }) => id === after) + 1]
  const inserted = { ...message, parent: after }
  return {
    messages: [...tree.messages.map((each) => (each === next ? { ...each, parent: message.id } : each)), inserted],
    tip: next ? tree.tip : message.id,
  }
}

/** Swaps a message with the one before it on the path that is shown; does nothing for the first. */
export function moveUp(tree: MessageTree, id: string): MessageTree {
  const path = pathOf(tree)
  const at = path.findIndex((each) => each.id === id)
  const moved = path[at]
  const before = path[at - 1]
  if (!moved || !before) return tree
  return {
    messages: tree.messages.map((each) => {
      if (each === moved) return { ...each, parent: before.parent }
      if (each === before) return { ...each, parent: moved.id }
      return each.parent === moved.id ? { ...each, parent: before.id } : each
    }),
    tip: tree.tip === moved.id ? before.id : tree.tip,
  }
}

/** Swaps a message with the one after it on the path that is shown; does nothing for the last. */
export function moveDown(tree: MessageTree, id: string): MessageTree {
  const path = pathOf(tree)
  const next = path[path.findIndex((each) => each.id === id) + 1]
  return next ? moveUp(tree, next.id) : tree
}

/** Changes the text of a message. The measurements of a reply stay those of the original text. */
export function setText(tree: MessageTree, id: string, text: string): MessageTree {
  const message = tree.messages.find((each) => each.id === id)
  if (!message || message.text === text) return tree
  return replace(tree, message.kind === 'reply' ? { ...message, text, edited: true } : { ...message, text })
}

/** Changes the files of a written message. */
export function setAttachments(tree: MessageTree, id: string, attachments: readonly Attachment[]): MessageTree {
  const message = tree.messages.find((each) => each.id === id)
  if (message?.kind !== 'written' || (message.attachments ?? []) === attachments) return tree
  const { attachments: _, ...rest } = message
  return replace(tree, attachments.length > 0 ? { ...rest, attachments } : rest)
}

/**
 * Changes the role of a message. A reply with another role becomes a written message; `reply` is the original, which is
 * restored with the role `assistant`.
 */
export function setRole(tree: MessageTree, id: string, role: Role, reply?: Reply): MessageTree {
  const message = tree.messages.find((each) => each.id === id)
  if (!message || roleOf(message) === role) return tree
  const { parent, createdAt, text } = message
  if (role !== 'assistant' || !reply) {
    const attachments = attachmentsOf(message)
    const files = attachments.length > 0 && { attachments }
    return replace(tree, { kind: 'written', id, parent, createdAt, role, text, ...files })
  }
  return setText(replace(tree, { ...reply, parent }), id, text)
}

/** A copy, with new ids, of the path up to and including a message: the start of a branch. */
export function branchAt(tree: MessageTree, id: string): MessageTree {
  const path = pathOf(tree)
  const messages: Message[] = []
  for (const message of path.slice(0, path.findIndex((each) => each.id === id) + 1)) {
    const copy = { ...message, id: newId(), parent: messages.at(-1)?.id ?? null }
    // A reply that is still streaming continues in the original only.
    messages.push(copy.kind === 'reply' && isOpen(copy) ? { ...copy, state: 'stopped' } : copy)
  }
  return { messages, tip: messages.at(-1)?.id ?? null }
}
