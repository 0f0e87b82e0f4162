import { readErrorDetail } from '#contract/error-dialects.ts'
import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { plainText } from '#contract/plain-text.ts'
import { detailUnder, isAboutOurKey, refuse, ServiceError } from '#service/service-error.ts'
import type { Upstream } from './upstream.ts'

const longestPlainMessage = 300

/**
 * What an engine's answer other than 2xx means to our caller: a mistake of the caller's keeps its status and words, a
 * refusal of our own key and every failure becomes a 502, and a redirect is never followed.
 */
export function refusalOfAnswer(answer: Pick<Upstream, 'status' | 'header'>, body: string): ServiceError {
  const { status } = answer
  if (isAboutOurKey(status)) {
    return refuse(
      'upstream_refused',
      'The engine refused this service’s own key. Whoever runs the service must check the engine’s key.',
    )
  }
  // 0 is what browsers show of a redirect.
  if (status < 400) {
    return refuse(
      'upstream_invalid',
      'The engine redirects elsewhere, which is not followed. Whoever runs the service must correct its base URL.',
    )
  }
  const told = readErrorDetail(parseJson(body)) ?? plainDetail(status, body)
  const shown = status >= 500 ? 502 : status
  const canWait = shown === 502 || shown === 429
  return new ServiceError(detailUnder(shown, told), shown, canWait ? retryHeaders(answer) : {})
}

function plainDetail(status: number, body: string): ErrorDetail {
  const text = body.trim()
  const isReadable = text !== '' && text.length <= longestPlainMessage && !text.startsWith('<')
  const unexplained = `The engine answered with status ${status} and no explanation. Its own log may tell why.`
  return errorOf('upstream_error', isReadable ? plainText(text, longestPlainMessage) : unexplained)
}

function retryHeaders(answer: Pick<Upstream, 'header'>): Record<string, string> {
  return Object.fromEntries(
    ['retry-after', 'retry-after-ms'].flatMap((name) => {
      const value = answer.header(name)
      return value !== null && /^[\w ,:.+-]{1,64}$/.test(value) ? [[name, value]] : []
    }),
  )
}
