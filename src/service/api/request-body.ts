import type { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import type { HttpContext } from './http-context.ts'

const maxDepth = 256

/** A parsed body, and its text, which preserves how numbers were written. */
export interface JsonBody {
  value: unknown
  text: string
}

/**
 * Reads a request's body as JSON. Rejects with a 415 if it isn't declared as JSON, a 413 as soon as it exceeds `maxBytes`,
 * and a 400 if it can't be parsed.
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
  if (nestsDeeperThan(text, maxDepth)) {
    throw refuse('invalid_json', `The body nests more than ${maxDepth} levels deep. Reduce the nesting.`)
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
  return refuse(
    'body_too_large',
    `The body is larger than ${maxBytes} bytes. Send a shorter conversation, or fewer or smaller attachments.`,
  )
}

const quote = 34
const backslash = 92
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93

/**
 * Whether JSON text nests deeper than `limit`. `JSON.parse` accepts any depth, but `JSON.stringify` and other recursive code
 * would overflow the stack, and a caller's mistake would become a 500.
 */
export function nestsDeeperThan(json: string, limit: number): boolean {
  // `indexOf` is about 100 times faster than the exact check, which few bodies need.
  return occursMoreThan(json, ['{', '['], limit) && exceedsDepth(json, limit)
}

/** Whether the characters occur more than `limit` times in total, inside strings or not. */
function occursMoreThan(text: string, characters: readonly string[], limit: number): boolean {
  let left = limit
  for (const character of characters) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) if (--left < 0) return true
  }
  return false
}

function exceedsDepth(json: string, limit: number): boolean {
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
 * Parses the value with its schema. Throws a 400 for the first issue, with the schema's message and the field's path as
 * `param` (`messages[0].role`).
 */
export function checkValue<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const path = issue?.path ?? []
  const message = issue?.message ?? 'The request is not valid.'
  const param = pathText(path)
  // Messages name only the innermost field, so add its container.
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
