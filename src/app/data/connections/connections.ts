import { connectionsName, keysName } from './stored-connections.ts'
import { createConnections } from './create-connections.ts'
import { browserStorage } from '#app/data/storage/browser-storage.ts'

/** The services besides this one that this browser knows; see `createConnections`. */
export const connections = createConnections(browserStorage())

/** Follows what other tabs change. */
export function watchConnections(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === connectionsName || key === keysName) connections.reload()
  })
}
