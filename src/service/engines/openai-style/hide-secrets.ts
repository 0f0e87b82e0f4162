import type { ErrorDetail } from '#contract/errors.ts'

/** A header may say something as plain as `1`; hiding that would only garble the words around it. */
const shortestSecret = 6

/** What we send to an engine that nobody else may see: its key, and whatever its own headers hold. */
export function secretsOf(sent: { apiKey?: string; headers?: Readonly<Record<string, string>> }): readonly string[] {
  const values = Object.values(sent.headers ?? {}).flatMap((value) => [value, value.replace(/^\w+ +/, '')])
  const long = values.filter((value) => value.length >= shortestSecret)
  // The longest first, so that none is hidden only in part.
  return [...(sent.apiKey ? [sent.apiKey] : []), ...long].toSorted((one, other) => other.length - one.length)
}

/** An engine's error without the secrets that we sent it, which some engines repeat. */
export function hideSecrets(error: ErrorDetail, secrets: readonly string[]): ErrorDetail {
  const hide = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '(not shown)'), text)
  const { message, type, param, code } = error
  const shown = { message: hide(message), type: hide(type), param: param && hide(param), code: code && hide(code) }
  const text = JSON.stringify(error)
  const mentions = (secret: string) => text.includes(JSON.stringify(secret).slice(1, -1))
  // Fields beside these four are an engine's own, and may be passed on while they hold none.
  return secrets.some(mentions) ? shown : error
}
