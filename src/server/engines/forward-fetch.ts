import { Agent, fetch } from 'undici'
import type { ForwardFetch } from '#service/engines/openai/forward.ts'

/**
 * `fetch` for endpoints besides chat. undici's own timeouts are off, as for chats: `connectMs` bounds the connection, the
 * engine's deadlines the rest. Each request has its own connection: an upload that fails on one that the engine was just
 * closing couldn't be sent again.
 */
export function createForwardFetch({ connectMs }: { connectMs: number }): ForwardFetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0, connect: { timeout: connectMs } })
  return (url, request) => fetch(url, { ...request, dispatcher })
}
