import { apiBaseOf } from './base-url.ts'
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

/** The id of the user's connection to a server, or null. */
export function connectionTo(baseUrl: string): string | null {
  const wanted = apiBaseOf(baseUrl)
  return connections.getState().others.find((each) => apiBaseOf(each.baseUrl) === wanted)?.id ?? null
}

/** Adds a connection without a key. `baseUrl` is one that `readBaseUrl` has returned. */
export function addServer(baseUrl: string): void {
  connections.save({ id: null, name: new URL(baseUrl).host, baseUrl, key: undefined, place: 'tab' })
}
