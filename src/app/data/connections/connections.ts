import { apiBaseOf, browserBaseUrl } from './base-url.ts'
import { type OtherConnection, connectionNames } from './stored-connections.ts'
import { createConnections } from './create-connections.ts'
import { browserStorage, readText } from '#app/data/storage/browser-storage.ts'

/** The database of models in files, and the entry of the storage that says whether there are any. */
export const modelFilesName = 'parley.model-files'

/** The connection to models in files, which run in this page. Listed if this browser has any. */
export const browserConnection: OtherConnection = {
  id: 'this-browser',
  name: 'This browser',
  baseUrl: browserBaseUrl,
}

const storage = browserStorage()
let hasOpenModels = false

/** The other services that this browser knows; see `createConnections`. */
export const connections = createConnections(storage, connectionNames, () =>
  readText(storage.device, modelFilesName) === null && !hasOpenModels ? [] : [browserConnection],
)

/** Lists the models in files, also in a browser that stores nothing. */
export function listModelFiles(): void {
  if (hasOpenModels) return
  hasOpenModels = true
  connections.reload()
}

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
