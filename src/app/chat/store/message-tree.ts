import {
  type Message,
  type Reply,
  type Role,
  type WrittenMessage,
  isOpen,
  newId,
  emptyReply,
  pathTo,
  roleOf,
} from '#app/data/message.ts'

/** What a person wrote just now, to stand after `parent`. */
export function written(role: Role, text: string, parent: string | null): WrittenMessage {
  return { kind: 'written', id: newId(), parent, createdAt: Date.now(), role, text }
}

/** A reply that is asked for now, after `parent`; `sentAt` is of the store's clock, in milliseconds. */
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
 * Everything ever said in a pane. Each message names the one before it, so that an edited message or a reply asked for
 * again stands beside the earlier version instead of replacing it. `tip` is the last message of what is shown.
 */
export interface MessageTree {
  messages: readonly Message[]
  tip: string | null
}

export const emptyTree: MessageTree = { messages: [], tip: null }

/** What is shown: from the first message to the tip. */
export function pathOf({ messages, tip }: MessageTree): Message[] {
  return pathTo(messages, tip)
}

/**
 * The ids of what is shown. While a reply grows they stay the same, so that a view which holds them draws nothing but
 * the reply.
 */
export function pathIds(tree: MessageTree): string[] {
  return pathOf(tree).map(({ id }) => id)
}

/** Adds a message after its parent and shows it. */
export function append({ messages }: MessageTree, message: Message): MessageTree {
  return { messages: [...messages, message], tip: message.id }
}

/** Puts a message in the place of the one with its id. */
export function replace({ messages, tip }: MessageTree, message: Message): MessageTree {
  return { messages: messages.map((each) => (each.id === message.id ? message : each)), tip }
}

/** Shows the version with this id, and what was said last after it. */
export function showVersion({ messages }: MessageTree, id: string): MessageTree {
  let tip = id
  // As many steps as there are messages: damaged data that runs in a circle ends, too.
  for (const _ of messages) tip = messages.findLast(({ parent }) => parent === tip)?.id ?? tip
  return { messages, tip }
}

/**
 * Takes a message out; what followed it now follows what it followed. Where nothing did, another version of it is
 * shown, which could not be reached otherwise.
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

/** Puts a message after another (null: before all), in front of what follows there on the path shown. */
export function insertAfter(tree: MessageTree, after: string | null, message: WrittenMessage): MessageTree {
  const path = pathOf(tree)
  const next = path[after === null ? 0 : path.findIndex(({ id }) => id === after) + 1]
  const inserted = { ...message, parent: after }
  return {
    messages: [...tree.messages.map((each) => (each === next ? { ...each, parent: message.id } : each)), inserted],
    tip: next ? tree.tip : message.id,
  }
}

/** Exchanges a message with the one before it on the path shown; the first one stays. */
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

/** Exchanges a message with the one after it on the path shown; the last one stays. */
export function moveDown(tree: MessageTree, id: string): MessageTree {
  const path = pathOf(tree)
  const next = path[path.findIndex((each) => each.id === id) + 1]
  return next ? moveUp(tree, next.id) : tree
}

/** Changes a message's text where it stands. What was measured and told of a reply stays that of what the model said. */
export function setText(tree: MessageTree, id: string, text: string): MessageTree {
  const message = tree.messages.find((each) => each.id === id)
  if (!message || message.text === text) return tree
  return replace(tree, message.kind === 'reply' ? { ...message, text, edited: true } : { ...message, text })
}

/**
 * Changes who speaks. A reply that gets another role is no model's reply any longer; `reply` is what it was, which it
 * is again as the assistant's.
 */
export function setRole(tree: MessageTree, id: string, role: Role, reply?: Reply): MessageTree {
  const message = tree.messages.find((each) => each.id === id)
  if (!message || roleOf(message) === role) return tree
  const { parent, createdAt, text } = message
  if (role !== 'assistant' || !reply) return replace(tree, { kind: 'written', id, parent, createdAt, role, text })
  return setText(replace(tree, { ...reply, parent }), id, text)
}

/** A copy, with ids of its own, of what is shown up to and including a message: the start of a branch. */
export function branchAt(tree: MessageTree, id: string): MessageTree {
  const path = pathOf(tree)
  const messages: Message[] = []
  for (const message of path.slice(0, path.findIndex((each) => each.id === id) + 1)) {
    const copy = { ...message, id: newId(), parent: messages.at(-1)?.id ?? null }
    // More of a reply that is still on its way comes to the original only.
    messages.push(copy.kind === 'reply' && isOpen(copy) ? { ...copy, state: 'stopped' } : copy)
  }
  return { messages, tip: messages.at(-1)?.id ?? null }
}
