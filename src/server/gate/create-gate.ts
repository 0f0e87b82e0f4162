import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '#service/service-error.ts'
import { createHostCheck } from './allowed-hosts.ts'
import { createOriginCheck, isPreflight, preflightHeaders } from './cross-origin.ts'
import { sendRefusal } from './send-refusal.ts'

/** Looks at every request first. True when it was answered here; otherwise the answer's CORS headers are set. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean

interface GateSettings {
  /** The address that the server listens on. */
  host: string
  corsOrigins: readonly string[]
}

/** Lets in what comes to this server by a name of its own and from a page that may call it; 403 for the rest, pages included. */
export function createGate({ host: listensOn, corsOrigins }: GateSettings): Gate {
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
