import { parseJson } from '#contract/json.ts'
import { refuse, type ServiceError } from '#service/service-error.ts'
import type { Exchange } from './exchange.ts'
import { nestsDeeperThan } from './json-depth.ts'

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
  exchange: Pick<Exchange, 'header' | 'readText'>,
  maxBytes: number,
): Promise<JsonBody> {
  if (!isJson(exchange.header('content-type'))) {
    throw refuse('unsupported_media_type', 'The body must be JSON. Send it with “Content-Type: application/json”.')
  }
  return readJson(await exchange.readText(maxBytes, () => tooLarge(maxBytes)))
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
