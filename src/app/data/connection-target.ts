import { apiBaseOf } from './base-url.ts'
import { connection } from './connection.ts'
import { connections } from './connections.ts'

/** Where the calls of a connection go, and with which key. */
export interface ConnectionTarget {
  /** Null is the service that served this page. */
  id: string | null
  /** What the person calls it. */
  name: string
  /** The address to which `/chat/completions` or `/models` is added. */
  apiBase: string
  key: string | null
}

/** What the service that served this page is called where several stand side by side. */
export const thisServerName = 'This server'

/** Resolves a connection; undefined where it has been removed. The key is one that was given for that very origin. */
export function targetOf(id: string | null): ConnectionTarget | undefined {
  if (id === null) {
    return { id, name: thisServerName, apiBase: `${location.origin}/v1`, key: connection.getState().key }
  }
  const other = connections.getState().others.find((each) => each.id === id)
  return other && { id, name: other.name, apiBase: apiBaseOf(other.baseUrl), key: connections.keyOf(id) }
}
