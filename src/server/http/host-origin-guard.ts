import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorBody } from '#contract/errors.ts'
import { requestIdOf } from '#service/api/http-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'

/** Says whether a request's `Host` is a name of this server. */
export type HostCheck = (host: string | undefined) => boolean

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * A page on any site can have its name resolve to 127.0.0.1 and then counts as our own origin (DNS rebinding), so a server
 * that listens on loopback answers to loopback's names only, with any port, and to the hosts of the origins that may call
 * it anyway. A server that listens elsewhere cannot know its names and takes every one. Only browsers can be tricked so,
 * and they always send a `Host`.
 */
function createHostCheck(listensOn: string, corsOrigins: readonly string[]): HostCheck {
  const address = listensOn.includes(':') ? `[${listensOn}]` : listensOn
  if (!loopback.test(address)) return () => true
  const others = new Set(corsOrigins.map((origin) => new URL(origin).host))
  return (host) => host === undefined || loopback.test(withoutPort(host)) || others.has(host.toLowerCase())
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '')
}

/** What an answer to this origin carries; undefined refuses it. */
export type OriginCheck = (request: IncomingMessage) => Readonly<Record<string, string>> | undefined

const nothing = {}

/**
 * Pages of this server's own origin may call it, and those of the listed origins (the Fetch standard's CORS protocol);
 * `Origin: null` and every other page may not. What is no page sends no `Origin` and may. Own is what carries the name that
 * the request was sent to; the scheme is left out of it, since TLS may end at a proxy in front.
 */
function createOriginCheck(corsOrigins: readonly string[]): OriginCheck {
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
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

/** What a preflight of an allowed origin is answered with: every header may be sent, for clients add their own. */
function preflightHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
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

/** Answers in the contract's error shape what is refused before it becomes a request to the service. */
function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: ServiceError): void {
  const body: ErrorBody = { error: refusal.detail }
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': requestIdOf(request.headers['x-request-id']?.toString()),
  })
  response.end(JSON.stringify(body))
}

/** Looks at every request first. True when it was answered here; otherwise the answer's CORS headers are set. */
export type HostOriginGuard = (request: IncomingMessage, response: ServerResponse) => boolean

interface GateSettings {
  /** The address that the server listens on. */
  host: string
  corsOrigins: readonly string[]
}

/** Lets in what comes to this server by a name of its own and from a page that may call it; 403 for the rest, pages included. */
export function createHostOriginGuard({ host: listensOn, corsOrigins }: GateSettings): HostOriginGuard {
  const isOurs = createHostCheck(listensOn, corsOrigins)
  const checkOrigin = createOriginCheck(corsOrigins)
  return (request, response) => {
    const { host, origin } = request.headers
    if (!isOurs(host)) {
      return forbid(request, response, `The name “${shown(host)}” is not one of this server’s. Open it by 127.0.0.1.`)
    }
    const headers = checkOrigin(request)
    if (!headers) return forbid(request, response, `Pages of “${shown(origin)}” may not call this service.`)
    for (const name in headers) response.setHeader(name, headers[name] ?? '')
    if (!isPreflight(request)) return false
    response.writeHead(204, preflightHeaders(request)).end()
    return true
  }
}

function forbid(request: IncomingMessage, response: ServerResponse, what: string): true {
  const message = `${what} If it should be otherwise, name its origin in PARLEY_CORS_ORIGINS.`
  sendRefusal(request, response, refuse('origin_not_allowed', message))
  return true
}

function shown(text: string | undefined): string {
  return (text ?? '').slice(0, 200)
}
