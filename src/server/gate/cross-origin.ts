import type { IncomingMessage } from 'node:http'

/** What an answer to this origin carries; undefined refuses it. */
export type OriginCheck = (request: IncomingMessage) => Readonly<Record<string, string>> | undefined

const nothing = {}

/**
 * Pages of this server's own origin may call it, and those of the listed origins (the Fetch standard's CORS protocol);
 * `Origin: null` and every other page may not. What is no page sends no `Origin` and may. Own is what carries the name that
 * the request was sent to; the scheme is left out of it, since TLS may end at a proxy in front.
 */
export function createOriginCheck(corsOrigins: readonly string[]): OriginCheck {
  const listed = new Set(corsOrigins)
  const varies: Readonly<Record<string, string>> = listed.size > 0 ? { vary: 'Origin' } : nothing
  return ({ headers: { origin, host } }) => {
    if (origin === undefined) return varies
    if (listed.has(origin)) {
      return {
        ...varies,
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'x-request-id, retry-after',
      }
    }
    return isOwn(origin, host) ? varies : undefined
  }
}

/** Whether a browser asks, before it sends a request, if the origin may send such a one. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

/** What a preflight of an allowed origin is answered with: every header may be sent, for clients add their own. */
export function preflightHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const asked = headers['access-control-request-headers']
  const isPrivate = headers['access-control-request-private-network'] === 'true'
  return {
    'access-control-allow-methods': 'GET, HEAD, POST',
    ...(asked !== undefined && { 'access-control-allow-headers': asked }),
    ...(isPrivate && { 'access-control-allow-private-network': 'true' }),
    'access-control-max-age': '600',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Private-Network',
  }
}

function isOwn(origin: string, host: string | undefined): boolean {
  if (host === undefined || !/^https?:/.test(origin) || !URL.canParse(origin)) return false
  const { protocol, host: sender } = new URL(origin)
  // The URL drops the scheme's own port, which the header may spell out.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === sender
}
