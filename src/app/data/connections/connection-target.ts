import { apiBaseOf } from './base-url.ts'
import { connection } from './connection.ts'
import { connections } from './connections.ts'

/**
 * Whether a browser lets a page of one origin call an address at all. A page that came over https may not call plain
 * http, but for the machine it runs on: W3C Mixed Content, and Secure Contexts 3.1 for what counts as that machine.
 */
export function isMixedContent(pageOrigin: string, address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return pageOrigin.startsWith('https:') && protocol === 'http:' && !isThisMachine(hostname)
}

/** True for the names and addresses of the machine that asks. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname)
}

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
