import { isOpen, type Reply } from '#app/data/message.ts'

/**
 * How long the model thought before it answered, in seconds, so far or in all; null where the answer came first, so that
 * no time was the reasoning's own.
 */
export function reasoningTime({ firstDeltaAt, firstTextAt, lastDeltaAt }: Reply): number | null {
  const end = firstTextAt ?? lastDeltaAt
  if (firstDeltaAt === null || end === null || end <= firstDeltaAt) return null
  return (end - firstDeltaAt) / 1000
}

/** True while more reasoning may come. */
export function isThinking(reply: Reply): boolean {
  return isOpen(reply) && reply.firstTextAt === null
}
