import { isRecord, parseJson, type JsonRecord } from '#contract/json.ts'
import { wireParameters } from '#contract/parameters.ts'
import type { ChatRequestBody } from '#app/data/chat-stream.ts'
import { roleOf, type Message } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'

/**
 * The request that asks for what follows these messages: system prompt first, then what was said. Parameters that were
 * not touched are absent, and so are messages without text. Further fields of the setup can't replace any of these.
 */
export function requestOf(setup: Setup, modelId: string, path: readonly Message[]): ChatRequestBody {
  const said = path.filter(({ text }) => text !== '').map((each) => ({ role: roleOf(each), content: each.text }))
  const system = setup.systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: setup.systemPrompt }]
  return {
    ...readExtraBody(setup.extraBody),
    model: modelId,
    messages: [...system, ...said],
    ...wireParameters(setup.parameters),
  }
}

/** What the person typed as further fields: one JSON object, nothing for blank text, undefined where it is neither. */
export function readExtraBody(typed: string): JsonRecord | undefined {
  if (typed.trim() === '') return {}
  const value = parseJson(typed)
  return isRecord(value) ? value : undefined
}
