import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { mcpServers, serverAt, setAllowed } from '#app/data/mcp/mcp-servers.ts'
import type { Reply, ToolCall } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'

interface ServerCallProps {
  call: ToolCall
  reply: Reply
  store: ConversationStore
  /** The address of the tool's MCP server. */
  url: string
}

/** Asks before a tool of an MCP server is called, and says why a call failed. */
export function ServerCall({ call: { index, failure }, reply: { id, modelId }, store, url }: ServerCallProps) {
  const server = useStore(mcpServers, () => serverAt(url))
  if (!server) {
    return (
      <p className="border-t border-line px-3 py-2 text-xs wrap-anywhere text-text-muted">
        This tool belongs to the MCP server {url}, which isn’t among yours. Type its result, or{' '}
        <Link to="/settings" className="text-accent underline underline-offset-3">
          add the server in Settings
        </Link>
        .
      </p>
    )
  }
  const call = () => store.getState().callTool(id, index, store.getState().modelId ?? modelId)
  return (
    <div className="grid gap-2 border-t border-line px-3 py-2">
      {failure !== undefined && (
        <p role="alert" className="flex items-start gap-1.5 text-xs wrap-anywhere text-danger">
          <CircleAlert aria-hidden size={14} className="mt-px shrink-0" />
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto min-w-0 text-xs wrap-anywhere text-text-muted">
          {failure === undefined ? `Call it on ${server.name}?` : 'Try again, or type the result.'}
        </p>
        <Button size="small" className="pointer-coarse:h-10 pointer-coarse:px-3" onClick={call}>
          {failure === undefined ? 'Allow once' : 'Try again'}
        </Button>
        <Button
          size="small"
          variant="quiet"
          className="pointer-coarse:h-10 pointer-coarse:px-3"
          title={`Call all tools of ${server.name} without asking`}
          onClick={() => {
            setAllowed(server.id, true)
            call()
          }}
        >
          Always allow
        </Button>
      </div>
    </div>
  )
}
