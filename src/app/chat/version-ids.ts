import type { Message } from '#app/data/message.ts'

type ByParent = ReadonlyMap<string | null, readonly string[]>

/** Every message on the page asks, and none must walk through all of them for its own answer. */
const known = new WeakMap<readonly Message[], ByParent>()

const none: readonly string[] = []

/** The ids of what was ever said after a message, oldest first; null is for what was said first of all. */
export function versionIds(messages: readonly Message[], parent: string | null): readonly string[] {
  const found = known.get(messages) ?? byParent(messages)
  known.set(messages, found)
  return found.get(parent) ?? none
}

function byParent(messages: readonly Message[]): ByParent {
  const ids = new Map<string | null, string[]>()
  for (const { id, parent } of messages) {
    const siblings = ids.get(parent)
    if (siblings) siblings.push(id)
    else ids.set(parent, [id])
  }
  return ids
}
