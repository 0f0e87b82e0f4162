import { type PageFailureCode, diagnoseFailure } from '#app/data/calls/call-failure.ts'
import { isMixedContent } from '#app/data/connections/connection-target.ts'

/** Why an MCP server couldn't be used. */
export type McpFailure =
  | { kind: 'unreachable' | 'offline' | 'mixed_content' | 'local_network' | 'redirected' | 'timeout' | 'not_mcp' }
  | { kind: 'cors_origin' | 'cors_headers' | 'unauthorized' | 'forbidden' | 'too_large' }
  /** The HTTP status of another refusal. */
  | { kind: 'refused'; status: number }
  /** The server's own words. */
  | { kind: 'error'; message: string }

/** What went wrong and what to do, for the user. `token` tells whether one was sent. */
export function mcpFailureWords(failure: McpFailure, { url, token }: { url: string; token: boolean }): string {
  const { host, origin } = new URL(url)
  switch (failure.kind) {
    case 'unreachable':
      return `${host} cannot be reached. Check that the MCP server is running and that the URL is right, then try again.`
    case 'offline':
      return 'You are offline. Try again when you are connected.'
    case 'mixed_content':
      return `The browser blocks HTTP requests to ${host} from an HTTPS page. Serve the MCP server over HTTPS.`
    case 'local_network':
      return `The browser blocks calls to ${host}. Allow local network access for this site, then try again.`
    case 'redirected':
      return `${host} redirects to another address. Enter that address as the server URL.`
    case 'timeout':
      return `${host} did not respond in time. Try again later.`
    case 'not_mcp':
      return `There is no MCP server at this URL. Most end with /mcp: try ${origin}/mcp.`
    case 'cors_origin':
      return `${host} blocks requests from this page (CORS). Its responses must have the header Access-Control-Allow-Origin: ${location.origin}.`
    case 'cors_headers':
      return `${host} blocks the headers of MCP requests (CORS). It must answer OPTIONS with Access-Control-Allow-Headers: ${token ? 'authorization, ' : ''}content-type, mcp-protocol-version, mcp-session-id.`
    case 'unauthorized':
      return token ? `${host} rejected the token. Enter another one.` : `${host} requires a token. Enter one.`
    case 'forbidden':
      return `${host} refuses this ${token ? 'token' : 'page'} (status 403). Check what it allows.`
    case 'too_large':
      return `${host} sent more than 16 MB. Ask the tool for less.`
    case 'refused':
      return failure.status === 400
        ? `${host} refused the request (status 400). If it uses sessions, it must send Access-Control-Expose-Headers: mcp-session-id.`
        : `${host} returned status ${failure.status}. Check the server’s log, then try again.`
    case 'error':
      return failure.message
  }
}

const kinds: Partial<Record<PageFailureCode, 'offline' | 'local_network' | 'redirected'>> = {
  page_offline: 'offline',
  local_network_blocked: 'local_network',
  redirected: 'redirected',
}

/** Why a request to this address got no response, which browsers hide from pages. Never rejects. */
export async function diagnoseMcp(url: string): Promise<McpFailure> {
  if (isMixedContent(location.origin, url)) return { kind: 'mixed_content' }
  const code = await diagnoseFailure(url)
  if (code === 'cors_blocked') return { kind: (await isReadable(url)) ? 'cors_headers' : 'cors_origin' }
  return { kind: kinds[code] ?? 'unreachable' }
}

/** Whether a plain request is readable, so that only the headers of MCP are refused. */
async function isReadable(url: string): Promise<boolean> {
  const options: RequestInit = { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(5_000) }
  const response = await fetch(url, options).catch(() => undefined)
  void response?.body?.cancel().catch(() => undefined)
  return response !== undefined
}
