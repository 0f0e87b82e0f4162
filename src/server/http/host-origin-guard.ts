import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorBody } from '#contract/errors.ts'
import { requestIdOf } from '#service/api/http-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'

type HostCheck = (host: string | undefined) => boolean

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** What pages of other origins may read besides the usual headers. */
const exposedHeaders = [
  'x-request-id',
  'retry-after',
  'x-parley-cache',
  'x-parley-served-by',
  ...['requests', 'tokens'].flatMap((of) => ['limit', 'remaining', 'reset'].map((what) => `x-ratelimit-${what}-${of}`)),
].join(', ')

/**
 * Prevents DNS rebinding: any site can make its name resolve to 127.0.0.1 and then counts as same-origin. A server on
 * loopback therefore accepts only loopback names and the hosts of allowed origins. A server elsewhere can't know its own
 * names and accepts all. Requests without `Host` don't come from browsers and are safe.
 */
function createHostCheck(listenHost: string, corsOrigins: readonly string[]): HostCheck {
  const address = listenHost.includes(':') ? `[${listenHost}]` : listenHost
  if (!loopback.test(address)) return () => true
  const others = new Set(corsOrigins.map((origin) => new URL(origin).host))
  return (host) => host === undefined || loopback.test(withoutPort(host)) || others.has(host.toLowerCase())
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '')
}

/** Returns the response headers for a request's origin; undefined refuses it. */
type OriginCheck = (request: IncomingMessage) => Readonly<Record<string, string>> | undefined

const noHeaders = {}

/**
 * Accepts same-origin pages, listed origins (CORS), and clients that send no `Origin` because they aren't pages. Refuses
 * `Origin: null` and every other page. The scheme isn't compared, since TLS may end at a proxy.
 */
function createOriginCheck(corsOrigins: readonly string[]): OriginCheck {
  const listed = new Set(corsOrigins)
  const varies: Readonly<Record<string, string>> = listed.size > 0 ? { vary: 'Origin' } : noHeaders
  return ({ headers: { origin, host } }) => {
    if (origin === undefined) return varies
    if (listed.has(origin)) {
      return {
        ...varies,
        'access-control-allow-origin': origin,
        'access-control-expose-headers': exposedHeaders,
      }
    }
    return isSameOrigin(origin, host) ? varies : undefined
  }
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

/** Allows every header, since clients add their own. */
function preflightHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const requestedHeaders = headers['access-control-request-headers']
  const isPrivate = headers['access-control-request-private-network'] === 'true'
  return {
    'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
    ...(requestedHeaders !== undefined && { 'access-control-allow-headers': requestedHeaders }),
    ...(isPrivate && { 'access-control-allow-private-network': 'true' }),
    'access-control-max-age': '600',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Private-Network',
  }
}

function isSameOrigin(origin: string, host: string | undefined): boolean {
  if (host === undefined || !/^https?:/.test(origin) || !URL.canParse(origin)) return false
  const { protocol, host: sender } = new URL(origin)
  // `URL` drops the scheme's default port, which the header may include.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === sender
}

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

/** Returns true if it answered the request. Otherwise it has set the response's CORS headers. */
export type HostOriginGuard = (request: IncomingMessage, response: ServerResponse) => boolean

interface HostOriginGuardOptions {
  /** The address the server listens on. */
  host: string
  corsOrigins: readonly string[]
}

/** Refuses requests for a foreign host name or from a foreign origin with 403, for the API and the page alike. */
export function createHostOriginGuard({ host: listenHost, corsOrigins }: HostOriginGuardOptions): HostOriginGuard {
  const isKnownHost = createHostCheck(listenHost, corsOrigins)
  const checkOrigin = createOriginCheck(corsOrigins)
  return (request, response) => {
    const { host, origin } = request.headers
    if (!isKnownHost(host)) {
      return forbid(
        request,
        response,
        `This server doesn’t accept the host name “${truncate(host)}”. Open it at 127.0.0.1.`,
      )
    }
    const headers = checkOrigin(request)
    if (!headers) return forbid(request, response, `Pages from “${truncate(origin)}” may not call this service.`)
    for (const name in headers) response.setHeader(name, headers[name] ?? '')
    if (!isPreflight(request)) return false
    response.writeHead(204, preflightHeaders(request)).end()
    return true
  }
}

function forbid(request: IncomingMessage, response: ServerResponse, what: string): true {
  const message = `${what} To allow this, add the origin to PARLEY_CORS_ORIGINS.`
  sendRefusal(request, response, refuse('origin_not_allowed', message))
  return true
}

function truncate(text: string | undefined): string {
  return (text ?? '').slice(0, 200)
}
