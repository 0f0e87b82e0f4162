import { connectionsName, keysName } from './kept-connections.ts'
import { createConnections } from './create-connections.ts'
import { browserStorage } from './kept-texts.ts'

/** The services besides this one that this browser knows; see `createConnections`. */
export const connections = createConnections(browserStorage())

/** Follows what other tabs change. */
export function watchConnections(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === connectionsName || key === keysName) connections.reload()
  })
}
