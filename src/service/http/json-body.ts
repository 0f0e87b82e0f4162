import { parseJson } from '#contract/json.ts'
import { refuse, type ServiceError } from '#service/service-error.ts'
import { nestsDeeperThan } from './json-depth.ts'

const deepest = 256

/**
 * The JSON value of a request's body. Throws the 415 when it is not declared as JSON, the 413 as soon as it exceeds
 * `maxBytes` (whether its length was announced or not), and the 400 when it cannot be parsed.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) {
    throw refuse('unsupported_media_type', 'The body must be JSON. Send it with “Content-Type: application/json”.')
  }
  const text = await readText(request, maxBytes)
  if (nestsDeeperThan(text, deepest)) {
    throw refuse('invalid_json', `The body nests more than ${deepest} levels deep. Send a flatter one.`)
  }
  const value = parseJson(text)
  if (value === undefined) {
    throw refuse('invalid_json', 'The body is not valid JSON. Check its quotes, commas and braces.')
  }
  return value
}

function isJson(contentType: string | null): boolean {
  return contentType !== null && /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const announced = request.headers.get('content-length')
  // An announced length is what arrives: HTTP servers hold the caller to it, so the fast way in is safe.
  if (announced !== null && /^\d+$/.test(announced)) {
    if (Number(announced) > maxBytes) throw tooLarge(maxBytes)
    return request.text()
  }
  if (request.body === null) return ''
  const reader = request.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      void reader.cancel().catch(() => undefined)
      throw tooLarge(maxBytes)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function tooLarge(maxBytes: number): ServiceError {
  return refuse('body_too_large', `The body is larger than ${maxBytes} bytes. Send a shorter conversation.`)
}
