import type { ChatMessage } from '#contract/chat.ts'

/** The text of a message: the string itself, or its text parts a line each; empty when it holds none. */
export function textOf(message: ChatMessage): string {
  const { content } = message
  if (typeof content === 'string') return content
  return (content ?? [])
    .flatMap((part) => (part.type === 'text' && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n')
}

/** The text of the last message the user wrote; undefined when none of the messages is the user's. */
export function lastUserText(messages: readonly ChatMessage[]): string | undefined {
  const message = messages.findLast(({ role }) => role === 'user')
  return message && textOf(message)
}
