import type { Message } from './message.ts'

const indexes = new WeakMap<readonly Message[], ReadonlyMap<string, Message>>()

/** Finds a message by its id. Lists of messages are never changed in place, so that each is looked through once. */
export function messageById(messages: readonly Message[], id: string): Message | undefined {
  let index = indexes.get(messages)
  if (!index) {
    index = new Map(messages.map((message) => [message.id, message]))
    indexes.set(messages, index)
  }
  return index.get(id)
}

/** What leads to a message, from the first to itself. One whose parent is lost stands as a first one; null leads nowhere. */
export function pathTo(messages: readonly Message[], tip: string | null): Message[] {
  const path = new Set<Message>()
  for (let at = tip; at !== null;) {
    const message = messageById(messages, at)
    // What was met before ends the walk even where damaged data runs in a circle.
    if (!message || path.has(message)) break
    path.add(message)
    at = message.parent
  }
  return [...path].toReversed()
}
