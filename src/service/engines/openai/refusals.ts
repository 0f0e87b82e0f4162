import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { plainText } from '#contract/plain-text.ts'
import { readErrorDetail } from '#dialects/errors.ts'
import { ServiceError, detailUnder, isAboutOurKey, refuse } from '#service/service-error.ts'
import type { Upstream } from './upstream.ts'

/** In characters. A longer plain text is a log or a page. */
const maxPlainMessageLength = 300

/**
 * Turns an engine's answer other than 2xx into our own refusal. A mistake of the caller keeps its status and message. A
 * refusal of our own key and every failure of the engine become a 502. Redirects are never followed.
 */
export function refusalOfAnswer(answer: Pick<Upstream, 'status' | 'header'>, body: string): ServiceError {
  const { status } = answer
  if (isAboutOurKey(status)) {
    return refuse(
      'upstream_refused',
      'The engine rejected this service’s API key. Ask the operator to check the engine’s key.',
    )
  }
  // Browsers report a redirect as status 0.
  if (status < 400) {
    return refuse(
      'upstream_invalid',
      'The engine redirected the request, and redirects aren’t followed. Ask the operator to correct its base URL.',
    )
  }
  const detail = readErrorDetail(parseJson(body)) ?? plainDetail(status, body)
  const shown = status >= 500 ? 502 : status
  const canWait = shown === 502 || shown === 429
  return new ServiceError(detailUnder(shown, detail), shown, canWait ? retryHeaders(answer) : {})
}

function plainDetail(status: number, body: string): ErrorDetail {
  const text = body.trim()
  const isReadable = text !== '' && text.length <= maxPlainMessageLength && !text.startsWith('<')
  const unexplained = `The engine answered with status ${status} and no explanation. Check its log.`
  return errorOf('upstream_error', isReadable ? plainText(text, maxPlainMessageLength) : unexplained)
}

function retryHeaders(answer: Pick<Upstream, 'header'>): Record<string, string> {
  return Object.fromEntries(
    ['retry-after', 'retry-after-ms'].flatMap((name) => {
      const value = answer.header(name)
      return value !== null && /^[\w ,:.+-]{1,64}$/.test(value) ? [[name, value]] : []
    }),
  )
}
