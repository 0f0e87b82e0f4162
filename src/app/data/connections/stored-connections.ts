import { isRecord, parseJson } from '#contract/json.ts'
import { readBaseUrl } from './base-url.ts'

/** A service besides the one that served this page. */
export interface OtherConnection {
  id: string
  name: string
  /** As `readBaseUrl` gives it. */
  baseUrl: string
}

/** A key, and the only origin it is ever sent to. */
export interface BoundKey {
  origin: string
  key: string
}

/** Under which name connections are kept on this device; no key among them. */
export const connectionsName = 'parley.connections'
/** Under which name their keys are kept, for this tab or on this device. */
export const keysName = 'parley.connection-keys'

const version = 1

/** What is kept of connections, as text. */
export function writeConnections(connections: readonly OtherConnection[]): string {
  return JSON.stringify({ version, connections })
}

/** As much of what was kept as can be used; what a newer page has kept is left alone. */
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

/** The keys that were kept, by the id of their connection. */
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

/** What is kept of keys, as text; null for none. */
export function writeKeys(keys: ReadonlyMap<string, BoundKey>): string | null {
  return keys.size === 0 ? null : JSON.stringify(Object.fromEntries(keys))
}
