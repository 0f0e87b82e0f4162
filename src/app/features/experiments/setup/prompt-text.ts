import type { Prompt, PromptMessage } from '#experiments/definition.ts'

/** The text of a message; that of its first text part if it has parts. */
function textOf(message: PromptMessage | undefined): string {
  const { content } = message ?? { content: '' }
  if (!Array.isArray(content)) return content ?? ''
  const text = content.find(({ type }) => type === 'text')?.['text']
  return typeof text === 'string' ? text : ''
}

function withText(message: PromptMessage, text: string): PromptMessage {
  const { content } = message
  if (!Array.isArray(content)) return { ...message, content: text }
  const at = content.findIndex(({ type }) => type === 'text')
  const part = { type: 'text', text }
  return { ...message, content: at === -1 ? [part, ...content] : content.with(at, part) }
}

/** The system prompt; empty if there is none. */
export function systemTextOf({ messages: [first] }: Prompt): string {
  return first?.role === 'system' ? textOf(first) : ''
}

/** The prompt with another system prompt. An empty one is left out of requests. */
export function withSystemText(prompt: Prompt, text: string): Prompt {
  const [first, ...rest] = prompt.messages
  if (first?.role === 'system') return { ...prompt, messages: [withText(first, text), ...rest] }
  return { ...prompt, messages: [{ role: 'system', content: text }, ...prompt.messages] }
}

/** The text of the last message of the user. */
export function userTextOf({ messages }: Prompt): string {
  return textOf(messages.findLast(({ role }) => role === 'user'))
}

/** The prompt with another text in the last message of the user. */
export function withUserText(prompt: Prompt, text: string): Prompt {
  const at = prompt.messages.findLastIndex(({ role }) => role === 'user')
  const message = prompt.messages[at]
  if (!message) return { ...prompt, messages: [...prompt.messages, { role: 'user', content: text }] }
  return { ...prompt, messages: prompt.messages.with(at, withText(message, text)) }
}

/** The messages before the last one of the user, except the system prompt. */
export function earlierMessages({ messages }: Prompt): PromptMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(0, Math.max(at, 0)).filter(({ role }, place) => place > 0 || role !== 'system')
}

/** The prompt without its earlier messages. */
export function withoutEarlier(prompt: Prompt): Prompt {
  const earlier = new Set(earlierMessages(prompt))
  return { ...prompt, messages: prompt.messages.filter((message) => !earlier.has(message)) }
}
