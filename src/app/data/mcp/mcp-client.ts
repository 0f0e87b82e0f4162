// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import '#app/data/calls/zod-without-eval.ts'
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { localNetworkAccess } from '#app/data/calls/service-call.ts'
import { isRecord } from '#contract/json.ts'
import { type McpFailure, diagnoseMcp } from './mcp-failure.ts'
import { relayed } from './mcp-relay.ts'

// The official SDK, loaded on demand. It speaks the current revision of the protocol and falls back to earlier ones.

/** A server to call. */
export interface McpServer {
  url: string
  token: string | null
}

/** A tool of a server. All of it is written by the server: shown as text, never trusted. */
export interface McpTool {
  name: string
  description: string
  /** JSON Schema of its arguments. */
  schema: unknown
}

type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: McpFailure }

/** Limits against servers that never end: pages and tools of a list, bytes of a response, characters of a result. */
const limits = { pages: 20, tools: 200, responseBytes: 16 * 1024 * 1024, resultCharacters: 1_000_000 }
/** In milliseconds. */
const timeouts = { list: 15_000, call: 120_000 }

/** Lists the tools of a server. Never rejects, except with the signal's reason when aborted. */
export function listMcpTools(server: McpServer, signal: AbortSignal): Promise<Outcome<McpTool[]>> {
  return withClient(server, signal, async (client) => {
    const tools: McpTool[] = []
    let cursor: string | undefined
    for (let page = 0; page < limits.pages; page++) {
      const listed = await client.request(
        { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
        { signal, timeout: timeouts.list },
      )
      for (const { name, description = '', inputSchema } of listed.tools) {
        if (tools.length < limits.tools) tools.push({ name, description, schema: inputSchema })
      }
      cursor = listed.nextCursor
      if (cursor === undefined || tools.length >= limits.tools) break
    }
    return tools
  })
}

/** Calls a tool and returns its result as text for the model. An error that the tool reports is a result, too. */
export function callMcpTool(
  server: McpServer,
  name: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  return withClient(server, signal, async (client) => {
    const result = await client.callTool({ name, arguments: args }, { signal, timeout: timeouts.call })
    return resultText(result)
  })
}

/** The content of a result as text. Images and audio are only named: models take text as results. */
function resultText(result: unknown): string {
  const { content, structuredContent } = isRecord(result) ? result : {}
  const parts = Array.isArray(content) ? content.map(partText).filter((part) => part !== '') : []
  const text =
    parts.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : parts.join('\n')
  if (text.length <= limits.resultCharacters) return text
  return `${text.slice(0, limits.resultCharacters)}\n[The rest of ${text.length} characters was left out.]`
}

function partText(part: unknown): string {
  if (!isRecord(part)) return ''
  const { type, text, data, mimeType, resource, uri } = part
  if (type === 'text' && typeof text === 'string') return text
  if (type === 'resource' && isRecord(resource)) {
    return typeof resource['text'] === 'string' ? resource['text'] : `[Resource ${String(resource['uri'])}]`
  }
  if (type === 'resource_link') return `[Resource ${String(uri)}]`
  const size = typeof data === 'string' ? `, ${Math.floor((data.length * 3) / 4)} bytes` : ''
  return `[${String(type)} ${typeof mimeType === 'string' ? mimeType : ''}${size}]`
}

/** Connected clients by address and token, so that the tools of a server share its session. */
const clients = new Map<string, Promise<Client>>()

async function withClient<Value>(
  server: McpServer,
  signal: AbortSignal,
  work: (client: Client) => Promise<Value>,
): Promise<Outcome<Value>> {
  const id = JSON.stringify([server.url, server.token])
  const isFirst = !clients.has(id)
  const connecting = clients.get(id) ?? connect(server)
  clients.set(id, connecting)
  try {
    return { ok: true, value: await work(await connecting) }
  } catch (error) {
    clients.delete(id)
    void connecting.then((client) => client.close()).catch(() => undefined)
    if (signal.aborted) throw signal.reason
    // Refused, so it didn't run: calling it again can't run a tool twice.
    if (!isFirst && isSessionLost(error)) return withClient(server, signal, work)
    return { ok: false, failure: await failureOf(error, server) }
  }
}

async function connect({ url, token }: McpServer): Promise<Client> {
  const client = new Client({ name: 'parley', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: limitedFetch(url),
    requestInit: token === null ? {} : { headers: { authorization: `Bearer ${token}` } },
    reconnectionOptions: {
      maxRetries: 1,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 5_000,
      reconnectionDelayGrowFactor: 2,
    },
  })
  await client.connect(transport, { timeout: timeouts.list })
  return client
}

/** A `fetch` that sends no cookies, follows no redirect, so that the token stays with its origin, and reads only so much. */
function limitedFetch(url: string) {
  return async (input: URL | string, init?: RequestInit): Promise<Response> => {
    const options = { ...init, ...localNetworkAccess(url), credentials: 'omit' as const, redirect: 'error' as const }
    const request = relayed(url, input, options)
    if (request === 'not_relayed') return new Response(null, { status: 405 })
    const response = await fetch(...request)
    // A stream of notifications stays open; only answers are limited.
    if (!response.body || init?.method !== 'POST') return response
    let left = limits.responseBytes
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.length
          if (left < 0) controller.error(new TooLargeError())
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted, response)
  }
}

class TooLargeError extends Error {}

/** Whether the server has forgotten the session, such as by a restart: 404, or 400 by some servers. */
function isSessionLost(error: unknown): boolean {
  return error instanceof SdkHttpError && (error.status === 404 || error.status === 400)
}

async function failureOf(error: unknown, { url }: McpServer): Promise<McpFailure> {
  if (error instanceof UnauthorizedError) return { kind: 'unauthorized' }
  if (error instanceof TooLargeError) return { kind: 'too_large' }
  if (error instanceof SdkHttpError) return statusFailure(error.status ?? 0)
  if (error instanceof ProtocolError) return { kind: 'error', message: error.message }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return { kind: 'timeout' }
  if (error instanceof SyntaxError) return { kind: 'not_mcp' }
  const diagnosed = await diagnoseMcp(url)
  // The server can be reached, but what it said wasn't the protocol.
  return diagnosed.kind === 'cors_headers' && !(error instanceof TypeError) ? { kind: 'not_mcp' } : diagnosed
}

function statusFailure(status: number): McpFailure {
  if (status === 401) return { kind: 'unauthorized' }
  if (status === 403) return { kind: 'forbidden' }
  return status === 404 || status === 405 ? { kind: 'not_mcp' } : { kind: 'refused', status }
}
