import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import { isRecord, type JsonRecord } from '#contract/json.ts'
import { plainLine, plainText } from '#contract/plain-text.ts'

/** In characters. Longer messages are logs or web pages. */
const maxMessageLength = 4000
const maxWordLength = 200

/**
 * Reads the error from a body or frame, in any of the shapes engines use: `{error: {…}}`, `{error: "text"}`,
 * vLLM's flat `{object: "error", message}`, FastAPI's `{detail}`. A numeric `code`, which is an HTTP status, becomes a
 * string. All text becomes plain text. Returns undefined when the value is not an error.
 */
export function readErrorDetail(value: unknown): ErrorDetail | undefined {
  if (!isRecord(value)) return undefined
  const { error } = value
  if (isRecord(error)) return detailOf(error)
  if (typeof error === 'string' && error !== '') return errorOf('upstream_error', plainText(error, maxMessageLength))
  if (value['object'] === 'error') return detailOf(value)
  if (typeof value['detail'] === 'string' && !('choices' in value))
    return errorOf('upstream_error', plainText(value['detail'], maxMessageLength))
  return undefined
}

function detailOf(fields: JsonRecord): ErrorDetail {
  const { message, type, param, code } = fields
  if (type === 'exceed_context_size_error') return contextExceeded(fields)
  return {
    message:
      typeof message === 'string' && message !== ''
        ? plainText(message, maxMessageLength)
        : 'The engine reported an unspecified error. Check its log.',
    type: (typeof type === 'string' && plainLine(type, maxWordLength)) || 'upstream_error',
    param: typeof param === 'string' ? plainLine(param, maxWordLength) : null,
    code: typeof code === 'string' ? plainLine(code, maxWordLength) : typeof code === 'number' ? String(code) : null,
  }
}

/** llama.cpp: a prompt longer than the context. Its message may omit both sizes. */
function contextExceeded({ message, n_ctx: limit, n_prompt_tokens: tokens }: JsonRecord): ErrorDetail {
  if (isSize(limit)) {
    const prompt = isSize(tokens) ? `take ${tokens} tokens` : 'are too long'
    const sentence = `The messages ${prompt}, but the model’s context is ${limit}. Send fewer or shorter messages.`
    return errorOf('context_length_exceeded', sentence, 'messages')
  }
  const text = typeof message === 'string' ? plainText(message, maxMessageLength) : ''
  const fallback = 'The messages are longer than the model’s context. Send fewer or shorter messages.'
  return errorOf('context_length_exceeded', text || fallback, 'messages')
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

/**
 * When a service allows a retry, in milliseconds since the epoch; undefined if it doesn't say. Reads `retry-after` (RFC
 * 9110, 10.2.3: seconds or a date) and `retry-after-ms`, which several services send as well.
 */
export function readRetryAfter(headers: { get(name: string): string | null }, now: number): number | undefined {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && /^\d+(?:\.\d+)?$/u.test(exact)) return now + Number(exact)
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/u.test(value)) return now + Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(now, date)
}
