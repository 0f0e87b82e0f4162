import { connection } from '#app/data/connections/connection.ts'
import { parseJson, isRecord } from '#contract/json.ts'

/** The addresses that the service that served this page relays; the operator lists them. */
let relayedUrls: Promise<ReadonlySet<string>> | undefined
let known: ReadonlySet<string> = new Set()

/** Asks the service once which MCP servers it relays. None if it can't say. Never rejects. */
export function loadRelayedUrls(): Promise<ReadonlySet<string>> {
  relayedUrls ??= requestUrls().then((urls) => (known = urls))
  return relayedUrls
}

async function requestUrls(): Promise<ReadonlySet<string>> {
  const { key } = connection.getState()
  if (key === null) return new Set()
  try {
    const response = await fetch('/v1/mcp', { credentials: 'omit', headers: { authorization: `Bearer ${key}` } })
    const body = response.ok ? parseJson(await response.text()) : undefined
    const data = isRecord(body) && Array.isArray(body['data']) ? body['data'] : []
    return new Set(
      data.flatMap((each: unknown) => (isRecord(each) && typeof each['url'] === 'string' ? [each['url']] : [])),
    )
  } catch {
    return new Set()
  }
}

/**
 * The arguments of `fetch` for a request to an MCP server: to the server itself, or through the relay of our service if that
 * lists the server. The relay gets our key; the server's own token goes along in a header of its own. It passes on messages
 * only, not the stream of notifications, which the protocol allows a server not to have.
 */
export function relayed(
  url: string,
  input: URL | string,
  init: RequestInit,
): [URL | string, RequestInit] | 'not_relayed' {
  const { key } = connection.getState()
  if (!known.has(new URL(url).href) || key === null) return [input, init]
  if (init.method !== 'POST') return 'not_relayed'
  const headers = new Headers(init.headers)
  const token = headers.get('authorization')
  if (token !== null) headers.set('x-mcp-authorization', token)
  headers.set('authorization', `Bearer ${key}`)
  return [`/v1/mcp/relay?url=${encodeURIComponent(url)}`, { ...init, headers }]
}
