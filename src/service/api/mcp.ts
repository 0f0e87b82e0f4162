import type { ServiceContext } from '#service/service-context.ts'
import { ServiceError, refuse } from '#service/service-error.ts'
import { admitCaller } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import type { HttpResponse } from './responses.ts'

/** The MCP servers that this service relays. */
export interface McpRelay {
  /** The allowed addresses, in the form of `new URL(…).href`. Nothing else is ever requested. */
  urls: readonly string[]
  fetch: typeof fetch
}

/** Bytes of a request, bytes of an answer, and milliseconds until the answer is complete. */
const limits = { requestBytes: 4 * 1024 * 1024, answerBytes: 16 * 1024 * 1024, ms: 120_000 }
/** Concurrent requests of all callers. */
const mostRequests = 64

/** `GET /v1/mcp`: the MCP servers that this service relays. */
export function createMcpListRoute(service: ServiceContext) {
  return async ({ header }: HttpContext): Promise<HttpResponse> => {
    await admitCaller(header, service, 'chat')
    const data = service.mcp.urls.map((url) => ({ object: 'mcp_server', url }))
    return json(200, JSON.stringify({ object: 'list', data }))
  }
}

/**
 * `POST /v1/mcp/relay?url=`: passes one message to an MCP server (Streamable HTTP) that the operator has listed, for pages
 * that can't call it themselves. The caller's key and cookies are not passed on; `x-mcp-authorization` becomes the server's
 * `authorization`. Redirects are not followed. Needs the scope `chat`, since tools belong to chats.
 */
export function createMcpRelayRoute(service: ServiceContext) {
  const { mcp } = service
  let open = 0
  return async (http: HttpContext): Promise<HttpResponse> => {
    await admitCaller(http.header, service, 'chat')
    const given = http.query.get('url') ?? ''
    const url = URL.canParse(given) ? new URL(given).href : undefined
    if (url === undefined || !mcp.urls.includes(url)) {
      const message =
        'This service doesn’t relay that MCP server. Ask its operator to add the URL to “mcp” in the configuration file.'
      throw refuse('mcp_url_not_allowed', message, { param: 'url' })
    }
    const tooLarge = () => refuse('body_too_large', `The body is larger than ${limits.requestBytes} bytes. Send less.`)
    const body = await http.readText(limits.requestBytes, tooLarge)
    if (open >= mostRequests) throw refuse('overloaded', 'Too many MCP requests are running. Try again in a moment.')
    open += 1
    try {
      return await relay(mcp.fetch, url, body, http)
    } finally {
      open -= 1
    }
  }
}

async function relay(send: typeof fetch, url: string, body: string, http: HttpContext): Promise<HttpResponse> {
  const closed = new AbortController()
  http.onClose(() => closed.abort())
  const timeout = AbortSignal.timeout(limits.ms)
  const { host } = new URL(url)
  const headers = passedHeaders(http)
  try {
    const answer = await send(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closed.signal, timeout]),
    })
    if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) {
      throw refuse('upstream_invalid', `The MCP server at ${host} redirects. Its operator must list the final URL.`)
    }
    return await passOn(answer, host)
  } catch (reason) {
    if (reason instanceof ServiceError) throw reason
    if (timeout.aborted)
      throw refuse('upstream_timeout', `The MCP server at ${host} did not answer in time. Try again.`)
    throw refuse('upstream_unreachable', `The MCP server at ${host} can’t be reached. Check that it is running.`)
  }
}

/** The headers of MCP, without any that identify the caller to this service. */
function passedHeaders(http: HttpContext): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const [name, value] of http.headers()) {
    if (name === 'accept' || name === 'content-type' || name.startsWith('mcp-')) passed[name] = value
  }
  const token = http.header('x-mcp-authorization')
  return typeof token === 'string' ? { ...passed, authorization: token } : passed
}

const mediaTypes = ['application/json', 'text/event-stream']

/** The answer of a server. Its type is one of MCP's, so that no browser shows it as a page of our origin. */
async function passOn(answer: Response, host: string): Promise<HttpResponse> {
  const type = mediaTypes.find((each) => answer.headers.get('content-type')?.toLowerCase().startsWith(each))
  const session = answer.headers.get('mcp-session-id')
  const headers = {
    'content-type': type ?? 'application/json',
    'cache-control': 'no-store',
    ...(session !== null && { 'mcp-session-id': session }),
  }
  const text = await readLimited(answer, host)
  // A failure in another format is passed on by its status alone.
  return { status: answer.status, headers, body: type ? text : '' }
}

async function readLimited({ body }: Response, host: string): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const chunk of body) {
    size += chunk.length
    if (size > limits.answerBytes) {
      throw refuse(
        'upstream_invalid',
        `The MCP server at ${host} sent more than ${limits.answerBytes} bytes. Ask for less.`,
      )
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function json(status: number, body: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'private, no-cache' }, body }
}
