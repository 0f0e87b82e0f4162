import { isRecord, parseJson } from '#contract/json.ts'
import { callMcpTool } from './mcp-client.ts'
import { mcpFailureWords } from './mcp-failure.ts'
import { loadRelayedUrls } from './mcp-relay.ts'
import { allowedServers, mcpServers, serverAt } from './mcp-servers.ts'

/** What a call returned, or why it failed, in a sentence with the next step. */
export type CallOutcome = { text: string } | { problem: string }

/** Access to the MCP servers that the user has added. */
export interface McpAccess {
  /** Whether calls to the server with this address need no confirmation. */
  isAllowed(url: string): boolean
  /** Calls a tool. `args` is the JSON text of the model. Rejects only with the signal's reason when aborted. */
  call(url: string, name: string, args: string, signal: AbortSignal): Promise<CallOutcome>
}

export const mcpAccess: McpAccess = {
  isAllowed(url) {
    const server = serverAt(url)
    return server !== undefined && allowedServers.getState().ids.includes(server.id)
  },
  async call(url, name, args, signal) {
    const server = serverAt(url)
    if (!server) return { problem: 'Its MCP server isn’t among yours. Add it in Settings, or type the result.' }
    const given = args.trim() === '' ? {} : parseJson(args)
    if (!isRecord(given)) return { problem: 'The arguments aren’t a JSON object. Edit them, then call it again.' }
    await loadRelayedUrls()
    const token = mcpServers.keyOf(server.id)
    const outcome = await callMcpTool({ url, token }, name, given, signal)
    return outcome.ok
      ? { text: outcome.value }
      : { problem: mcpFailureWords(outcome.failure, { url, token: token !== null }) }
  },
}
