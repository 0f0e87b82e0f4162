import { createStore } from 'zustand/vanilla'
import { createConnections } from '#app/data/connections/create-connections.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { parseJson } from '#contract/json.ts'

const names = { connectionsName: 'parley.mcp-servers', keysName: 'parley.mcp-tokens' }
const allowedName = 'parley.mcp-allowed'

/** The MCP servers of this browser. `baseUrl` is the address of the server, and its key the bearer token. */
export const mcpServers = createConnections(browserStorage(), names)

function readAllowed(): readonly string[] {
  const stored = parseJson(readText(browserStorage().device, allowedName) ?? '[]')
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
}

/** The ids of the servers whose tools are called without asking. */
export const allowedServers = createStore<{ ids: readonly string[] }>(() => ({ ids: readAllowed() }))

/** Allows all calls to a server, or asks for each again. */
export function setAllowed(id: string, isAllowed: boolean): void {
  const ids = [...readAllowed().filter((each) => each !== id), ...(isAllowed ? [id] : [])]
  writeText(browserStorage().device, allowedName, JSON.stringify(ids))
  allowedServers.setState({ ids })
}

/** The server with this address; undefined if the user hasn't added it, as with the tools of a shared setup. */
export function serverAt(url: string) {
  return mcpServers.getState().others.find(({ baseUrl }) => baseUrl === url)
}

/** Follows changes of other tabs. */
addEventListener('storage', ({ key }) => {
  if (key === null || key === allowedName) allowedServers.setState({ ids: readAllowed() })
  if (key === null || key === names.connectionsName || key === names.keysName) mcpServers.reload()
})
