import { roles, type ChatRequest } from './chat.ts'
import { isRecord, type JsonRecord } from './json.ts'
import { isAllowed, parameters } from './parameters.ts'

/**
 * Whether a body is the plain kind of chat request that nearly all are: every message a text with a role, every checked
 * field as it should be. Such a body is what `chatRequest` would make of it, at a fifth of the time; whatever is not
 * plain may still be valid, and is the schema's to judge. The test holds the two together.
 */
export function isPlainChatRequest(value: unknown): value is ChatRequest {
  if (!isPlainRecord(value)) return false
  const { model, messages, temperature, max_tokens: maxTokens, stream, stream_options: streamOptions } = value
  return (
    typeof model === 'string' &&
    model !== '' &&
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every(isPlainMessage) &&
    (temperature === undefined || isAllowed(parameters.temperature, temperature)) &&
    (maxTokens === undefined || isAllowed(parameters.maxTokens, maxTokens)) &&
    (stream === undefined || typeof stream === 'boolean') &&
    (streamOptions === undefined || isPlainOptions(streamOptions))
  )
}

const knownRoles: ReadonlySet<unknown> = new Set(roles)

function isPlainMessage(message: unknown): boolean {
  return isPlainRecord(message) && typeof message['content'] === 'string' && knownRoles.has(message['role'])
}

function isPlainOptions(options: unknown): boolean {
  if (!isPlainRecord(options)) return false
  const { include_usage: includeUsage } = options
  return includeUsage === undefined || typeof includeUsage === 'boolean'
}

/** The schema leaves out a field of this name, which `JSON.parse` makes where it stands. */
function isPlainRecord(value: unknown): value is JsonRecord {
  return isRecord(value) && !Object.hasOwn(value, '__proto__')
}
