import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { listTools } from '#app/data/mcp/list-tools.ts'
import { mcpServers } from '#app/data/mcp/mcp-servers.ts'
import type { McpTool } from '#app/data/mcp/mcp-client.ts'
import type { OtherConnection } from '#app/data/connections/stored-connections.ts'
import type { Tool } from '#app/data/tools.ts'

interface ServerToolsProps {
  /** The tool whose editor this is. An empty one is replaced by the first that is chosen. */
  tool: Tool
  list: readonly Tool[]
  onList: (list: readonly Tool[]) => void
}

/** Chooses the tools of the user's MCP servers. */
export function ServerTools({ tool, list, onList }: ServerToolsProps) {
  const servers = useStore(mcpServers, (state) => state.others)
  const set = (url: string, { name, description, schema }: McpTool, isChosen: boolean) => {
    if (!isChosen) return onList(list.filter((each) => each.server !== url || each.name !== name))
    const parameters = JSON.stringify(schema, null, 2)
    const added: Tool = { name, description, parameters, kind: 'mcp', mockResult: '', server: url }
    const isBlank = tool.name === '' && tool.server === ''
    onList(isBlank ? list.map((each) => (each === tool ? added : each)) : [...list, added])
  }
  return (
    <div className="grid gap-3">
      {servers.map((server) => (
        <ServerChoices
          key={server.id}
          server={server}
          list={list}
          onSet={(each, isChosen) => set(server.baseUrl, each, isChosen)}
        />
      ))}
      <p className="text-xs text-text-muted">
        {servers.length === 0 ? 'You have no MCP servers yet. ' : ''}
        <Link to="/settings" className="text-accent underline underline-offset-3">
          {servers.length === 0 ? 'Add one in Settings' : 'MCP servers in Settings'}
        </Link>
      </p>
    </div>
  )
}

interface ServerChoicesProps {
  server: OtherConnection
  list: readonly Tool[]
  onSet: (tool: McpTool, isChosen: boolean) => void
}

function ServerChoices({ server: { id, name, baseUrl }, list, onSet }: ServerChoicesProps) {
  const revision = useStore(mcpServers, (state) => state.revision)
  const { data } = useQuery({
    queryKey: ['mcp-tools', id, revision],
    queryFn: ({ signal }) => listTools(id, signal),
    staleTime: 60_000,
    retry: false,
  })
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="label mb-1">{name}</legend>
      {!data && (
        <p role="status" className="text-xs text-text-muted">
          Loading its tools…
        </p>
      )}
      {data?.ok === false && (
        <p role="alert" className="text-xs wrap-anywhere text-danger">
          {data.problem}
        </p>
      )}
      {data?.ok === true && data.tools.length === 0 && <p className="text-xs text-text-muted">It has no tools.</p>}
      {data?.ok === true &&
        data.tools.map((each) => (
          <label key={each.name} className="flex min-h-6.5 items-start gap-2 pointer-coarse:min-h-9">
            <input
              type="checkbox"
              aria-label={each.name}
              className="mt-1 size-3.75 shrink-0"
              checked={list.some((tool) => tool.server === baseUrl && tool.name === each.name)}
              onChange={({ currentTarget }) => onSet(each, currentTarget.checked)}
            />
            <span className="min-w-0">
              <span className="font-mono text-xs wrap-anywhere">{each.name}</span>
              {each.description !== '' && (
                <span className="line-clamp-2 text-xs wrap-anywhere text-text-muted">{each.description}</span>
              )}
            </span>
          </label>
        ))}
    </fieldset>
  )
}
