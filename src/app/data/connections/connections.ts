import { connectionNames } from './stored-connections.ts'
import { createConnections } from './create-connections.ts'
import { browserStorage } from '#app/data/storage/browser-storage.ts'

/** The other services that this browser knows; see `createConnections`. */
export const connections = createConnections(browserStorage())

/** Follows changes of other tabs. */
export function watchConnections(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || Object.values(connectionNames).includes(key)) connections.reload()
  })
}
