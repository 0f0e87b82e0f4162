import { addressSpaceOf, apiBaseOf } from './base-url.ts'
import { connection } from './connection.ts'
import { connections } from './connections.ts'

/**
 * Whether the browser blocks a call as mixed content: a page from https can't call plain http, except on its own
 * computer (W3C Mixed Content, Secure Contexts 3.1) and, in browsers that ask for permission first, in its own network.
 */
export function isMixedContent(pageOrigin: string, address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (!pageOrigin.startsWith('https:') || protocol !== 'http:') return false
  const space = addressSpaceOf(hostname)
  return space === undefined || (space === 'local' && !asksForLocalNetwork())
}

/** Whether this browser asks for permission before a page calls servers of the local network. */
function asksForLocalNetwork(): boolean {
  return 'Request' in globalThis && 'targetAddressSpace' in Request.prototype
}

/** The address and key for the calls of a connection. */
export interface ConnectionTarget {
  /** Null is the service that served this page. */
  id: string | null
  /** The name that the user gave it. */
  name: string
  /** The address to which `/chat/completions` or `/models` is appended. */
  apiBase: string
  key: string | null
}

/** The name of the service that served this page, where several are listed. */
export const thisServerName = 'This server'

/** Resolves a connection; undefined if it was removed. The key is one that was entered for exactly this origin. */
export function targetOf(id: string | null): ConnectionTarget | undefined {
  if (id === null) {
    return { id, name: thisServerName, apiBase: `${location.origin}/v1`, key: connection.getState().key }
  }
  const other = connections.getState().others.find((each) => each.id === id)
  return other && { id, name: other.name, apiBase: apiBaseOf(other.baseUrl), key: connections.keyOf(id) }
}
