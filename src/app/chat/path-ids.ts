import type { Message } from '#app/data/message.ts'
import type { MessageTree } from './message-tree.ts'

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

/**
 * The ids of what is shown, first to last, as `pathOf` has it. While a reply grows they stay the same, so that a view
 * which holds them draws nothing but the reply.
 */
export function pathIds({ messages, tip }: MessageTree): string[] {
  const ids: string[] = []
  let at = tip === null ? undefined : messageById(messages, tip)
  // No more steps than messages: damaged data that runs in a circle ends, too.
  while (at && ids.length < messages.length) {
    ids.push(at.id)
    at = at.parent === null ? undefined : messageById(messages, at.parent)
  }
  return ids.toReversed()
}
