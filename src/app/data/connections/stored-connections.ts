import { isRecord, parseJson } from '#contract/json.ts'
import { readBaseUrl } from './base-url.ts'

/** A service other than the one that served this page. */
export interface OtherConnection {
  id: string
  name: string
  /** As `readBaseUrl` returns it. */
  baseUrl: string
}

/** A key, and the only origin to which it is ever sent. */
export interface BoundKey {
  origin: string
  key: string
}

/** The storage key of the connections, which hold no keys, and that of their keys, for this tab or for this browser. */
export interface StorageNames {
  connectionsName: string
  keysName: string
}

export const connectionNames: StorageNames = {
  connectionsName: 'parley.connections',
  keysName: 'parley.connection-keys',
}

const version = 1

/** The connections as text for the storage. */
export function writeConnections(connections: readonly OtherConnection[]): string {
  return JSON.stringify({ version, connections })
}

/** Reads the valid connections of a stored text; entries of a newer version are ignored. */
export function readConnections(text: string | null): OtherConnection[] {
  const kept = parseJson(text ?? 'null')
  if (!isRecord(kept) || kept['version'] !== version || !Array.isArray(kept['connections'])) return []
  return kept['connections'].flatMap((each: unknown): OtherConnection[] => {
    if (!isRecord(each)) return []
    const { id, name, baseUrl } = each
    const usable = typeof baseUrl === 'string' ? readBaseUrl(baseUrl).baseUrl : undefined
    if (typeof id !== 'string' || id === '' || typeof name !== 'string' || usable === undefined) return []
    return [{ id, name, baseUrl: usable }]
  })
}

/** The stored keys, by connection id. */
export function readKeys(text: string | null): Map<string, BoundKey> {
  const kept = parseJson(text ?? 'null')
  const keys = new Map<string, BoundKey>()
  for (const [id, each] of Object.entries(isRecord(kept) ? kept : {})) {
    if (!isRecord(each)) continue
    const { origin, key } = each
    if (typeof origin === 'string' && typeof key === 'string' && key !== '') keys.set(id, { origin, key })
  }
  return keys
}

/** The keys as text for the storage; null if there are none. */
export function writeKeys(keys: ReadonlyMap<string, BoundKey>): string | null {
  return keys.size === 0 ? null : JSON.stringify(Object.fromEntries(keys))
}
