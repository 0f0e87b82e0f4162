import { loadRelayedUrls } from './mcp-relay.ts'
import type { McpTool } from './mcp-client.ts'
import { mcpFailureWords } from './mcp-failure.ts'
import { mcpServers } from './mcp-servers.ts'

/** The tools of a server, or what is wrong and what to do about it. */
export type ToolList = { ok: true; tools: McpTool[]; isRelayed: boolean } | { ok: false; problem: string }

/** Lists the tools of one of the user's servers. The SDK is loaded for it. Rejects only when aborted. */
export async function listTools(id: string, signal: AbortSignal): Promise<ToolList> {
  const server = mcpServers.getState().others.find((each) => each.id === id)
  if (!server) return { ok: false, problem: 'This MCP server was removed.' }
  const [{ listMcpTools }, relayedUrls] = await Promise.all([import('./mcp-client.ts'), loadRelayedUrls()])
  const url = server.baseUrl
  const token = mcpServers.keyOf(id)
  const listed = await listMcpTools({ url, token }, signal)
  return listed.ok
    ? { ok: true, tools: listed.value, isRelayed: relayedUrls.has(new URL(url).href) }
    : { ok: false, problem: mcpFailureWords(listed.failure, { url, token: token !== null }) }
}
