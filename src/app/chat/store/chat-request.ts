import type { ChatRequestBody, RequestMessage } from '#app/data/calls/chat-stream.ts'
import { type Message, hasContent, roleOf, wholeToolCalls } from '#app/data/message.ts'
import type { Setup } from '#app/data/setup.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import {
  type NumberParameter,
  type ParameterName,
  parameterNames,
  parameters,
  wireParameters,
} from '#contract/parameters.ts'
import type { Conversation } from './conversation.ts'

/** What the text of further fields amounts to: the fields, or a sentence that says why none of them are sent. */
export type ExtraBody = { fields: JsonRecord; problem?: undefined } | { fields?: undefined; problem: string }

/** The fields that are the playground's own to fill. */
const own = new Set(['model', 'messages', 'stream', 'stream_options'])

/** What was typed, where its fields are sent: in it their numbers have all their digits. */
export function rawExtraBody(typed: string): string {
  return readExtraBody(typed).fields ? typed : ''
}

/** Reads what a person typed as further fields of a request: one JSON object, or nothing. */
export function readExtraBody(typed: string): ExtraBody {
  if (typed.trim() === '') return { fields: {} }
  const value = parseJson(typed)
  if (value === undefined) return { problem: 'This isn’t valid JSON. Enter it like {"top_k": 40}.' }
  if (!isRecord(value)) return { problem: 'Enter one object in braces, like {"top_k": 40}.' }
  for (const name of Object.keys(value)) {
    if (own.has(name)) return { problem: `Remove "${name}": Parley sets it.` }
    const control = parameterNames.find((each) => parameters[each].wireName === name)
    if (control) return { problem: `Remove "${name}" and set ${parameters[control].label} instead.` }
  }
  return { fields: value }
}

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

/** A setting that holds something that may not be sent. */
export interface InvalidSetting {
  name: ParameterName | 'extraBody'
  label: string
  /** What to do about it, in a sentence. */
  advice: string
}

/** Every setting of a pane that is left out of its requests as it stands. */
export function invalidSettings({ invalid, extraBody }: Pick<Conversation, 'invalid' | 'extraBody'>): InvalidSetting[] {
  const numbers = parameterNames.flatMap((name): InvalidSetting[] => {
    const row = parameters[name]
    if (invalid[name] === undefined || row.kind !== 'number') return []
    return [{ name, label: row.label, advice: `Enter ${allowedWords(row)}.` }]
  })
  const { problem } = readExtraBody(extraBody)
  return problem === undefined
    ? numbers
    : [...numbers, { name: 'extraBody', label: 'Other fields (JSON)', advice: problem }]
}

/** What a number may be, such as `a number from 0 to 2`. */
export function allowedWords({ allowed: { min, max, whole = false } }: NumberParameter): string {
  const number = whole ? 'a whole number' : 'a number'
  if (max !== undefined) return `${number} from ${min} to ${max}`
  return min > 0 ? `${number} of at least ${min}` : number
}
