import { wireParameters } from '#contract/parameters.ts'
import type { ChatRequestBody } from '#app/data/chat-stream.ts'
import { roleOf, type Message } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'
import { readExtraBody } from './extra-body.ts'

/**
 * The request that asks for what follows these messages: system prompt first, then what was said. Parameters that were
 * not touched are absent, and so are messages without text. Further fields of the setup can't replace any of these.
 */
export function requestOf(setup: Setup, modelId: string, path: readonly Message[]): ChatRequestBody {
  const said = path.filter(({ text }) => text !== '').map((each) => ({ role: roleOf(each), content: each.text }))
  const system = setup.systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: setup.systemPrompt }]
  return {
    ...readExtraBody(setup.extraBody).fields,
    model: modelId,
    messages: [...system, ...said],
    ...wireParameters(setup.parameters),
  }
}
