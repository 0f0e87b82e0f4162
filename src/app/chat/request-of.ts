import { wireParameters } from '#contract/parameters.ts'
import type { ChatRequestBody, RequestMessage } from '#app/data/chat-stream.ts'
import { hasContent, roleOf, wholeToolCalls, type Message } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'
import { readExtraBody } from './extra-body.ts'

/**
 * The request that asks for what follows these messages: system prompt first, then what was said. Parameters that were
 * not touched are absent, and so are empty messages. Further fields of the setup can't replace any of these.
 */
export function requestOf(setup: Setup, modelId: string, path: readonly Message[]): ChatRequestBody {
  const said = path.filter(hasContent).map(requestMessageOf)
  const system = setup.systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: setup.systemPrompt }]
  return {
    ...readExtraBody(setup.extraBody).fields,
    model: modelId,
    messages: [...system, ...said],
    ...wireParameters(setup.parameters),
  }
}

function requestMessageOf(message: Message): RequestMessage {
  const { text } = message
  const calls = wholeToolCalls(message)
  if (calls.length === 0) return { role: roleOf(message), content: text }
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ id, name, arguments: json }, place) => ({
      id: id === '' ? `call_${place}` : id,
      type: 'function',
      function: { name, arguments: json },
    })),
  }
}

/** How many characters the messages of a request have, for an estimate of its tokens. */
export function charactersOf({ messages }: ChatRequestBody): number {
  return messages.reduce(
    (sum, { content, tool_calls: calls }) => sum + (content?.length ?? 0) + (calls ? JSON.stringify(calls).length : 0),
    0,
  )
}
