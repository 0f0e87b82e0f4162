import type { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import type { HttpContext } from './http-context.ts'

const deepest = 256

/** A request's body: its value, and the text in which numbers are still as they were written. */
export interface JsonBody {
  value: unknown
  text: string
}

/**
 * Reads a request's body as JSON. Throws the 415 when it is not declared as JSON, the 413 as soon as it exceeds
 * `maxBytes` (whether its length was announced or not), and the 400 when it cannot be parsed.
 */
export async function readJsonBody(
  http: Pick<HttpContext, 'header' | 'readText'>,
  maxBytes: number,
): Promise<JsonBody> {
  if (!isJson(http.header('content-type'))) {
    throw refuse('unsupported_media_type', 'The body must be JSON. Send it with “Content-Type: application/json”.')
  }
  return readJson(await http.readText(maxBytes, () => tooLarge(maxBytes)))
}

function readJson(text: string): JsonBody {
  if (nestsDeeperThan(text, deepest)) {
    throw refuse('invalid_json', `The body nests more than ${deepest} levels deep. Send a flatter one.`)
  }
  const value = parseJson(text)
  if (value === undefined) {
    throw refuse('invalid_json', 'The body is not valid JSON. Check its quotes, commas and braces.')
  }
  return { value, text }
}

function isJson(contentType: string | null | undefined): boolean {
  return typeof contentType === 'string' && /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
}

function tooLarge(maxBytes: number): ServiceError {
  return refuse('body_too_large', `The body is larger than ${maxBytes} bytes. Send a shorter conversation.`)
}

const quote = 34
const backslash = 92
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93

/**
 * Whether JSON text nests deeper than `limit`. `JSON.parse` takes any depth, but `JSON.stringify` and every other
 * recursion overflow the stack on it, which would make a caller's mistake look like a defect of ours.
 */
export function nestsDeeperThan(json: string, limit: number): boolean {
  // Searched for natively, which takes a long conversation a hundredth of the time that looking at each character does.
  return hasMore(json, ['{', '['], limit) && nests(json, limit)
}

/** Whether the signs occur more than `limit` times between them, inside strings or not. */
function hasMore(text: string, signs: readonly string[], limit: number): boolean {
  let left = limit
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (--left < 0) return true
  }
  return false
}

function nests(json: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (inString) {
      if (code === backslash) at++
      else if (code === quote) inString = false
    } else if (code === quote) {
      inString = true
    } else if (code === openBrace || code === openBracket) {
      if (++depth > limit) return true
    } else if (code === closeBrace || code === closeBracket) {
      depth--
    }
  }
  return false
}

/**
 * The value as its schema reads it. Throws the 400 of its first fault, in the schema's own words, with the field's
 * path as `param` (`messages[0].role`).
 */
export function checkValue<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const path = issue?.path ?? []
  const message = issue?.message ?? 'The request is not valid.'
  const param = pathText(path)
  // The rule of a nested field names that field only, so say where it stands.
  const container = pathText(path.slice(0, -1))
  throw refuse(
    'invalid_value',
    container === '' ? message : `In ${container}: ${message}`,
    param === '' ? {} : { param },
  )
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
}
