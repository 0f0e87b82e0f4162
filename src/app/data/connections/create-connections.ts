import { type StoreApi, createStore } from 'zustand/vanilla'
import { newId } from '#app/data/message.ts'
import { type TextStorage, type KeyPlace, readText, writeText } from '#app/data/storage/browser-storage.ts'
import {
  type BoundKey,
  type OtherConnection,
  type StorageNames,
  connectionNames,
  readConnections,
  readKeys,
  writeConnections,
  writeKeys,
} from './stored-connections.ts'

export interface ConnectionsState {
  others: readonly OtherConnection[]
  /** Where the key of each connection is stored, by connection id; absent without a key. Never the key itself. */
  keyPlaces: Readonly<Record<string, KeyPlace>>
  /** Counts changes, so that data read before is read again. */
  revision: number
}

/** The user's input for a connection. */
export interface ConnectionDraft {
  /** Null creates a new one. */
  id: string | null
  name: string
  /** As `readBaseUrl` returns it. */
  baseUrl: string
  /** A new key; undefined keeps the stored one, if the origin is still the same. */
  key: string | undefined
  place: KeyPlace
}

/** The result of saving a draft. */
export interface Saved {
  id: string
  /** True if the base URL moved to another origin, so that the stored key was removed. */
  keyDropped: boolean
  /** False if this browser stores nothing for this page: the connection lasts until the page is closed. */
  kept: boolean
}

export interface Connections extends StoreApi<ConnectionsState> {
  save(draft: ConnectionDraft): Saved
  remove(id: string): void
  forgetKey(id: string): void
  /** The key of a connection, if it was entered for the connection's current origin. */
  keyOf(id: string): string | null
  /** Reads the storage again, after another tab changed it. */
  reload(): void
}

const places = ['tab', 'device'] as const

/**
 * The connections of this browser. Each key is stored apart from its connection, with the one origin it was entered
 * for, so that no change of a base URL, here or in another tab, can send it elsewhere. MCP servers are stored in the same
 * way, under other names.
 */
export function createConnections(
  storage: Record<KeyPlace, TextStorage | undefined>,
  { connectionsName, keysName }: StorageNames = connectionNames,
): Connections {
  /** The stored texts. What the browser refuses to store is kept in memory only. */
  const keys: Record<KeyPlace, Map<string, BoundKey>> = { tab: new Map(), device: new Map() }
  const store = createStore<ConnectionsState>(() => ({ others: [], keyPlaces: {}, revision: 0 }))
  let keeps = storage.device !== undefined && storage.tab !== undefined

  /** The current content of the storage, which another tab may have changed. */
  const read = () => {
    if (!keeps) return store.getState().others
    for (const place of places) keys[place] = readKeys(readText(storage[place], keysName))
    return readConnections(readText(storage.device, connectionsName))
  }

  function boundKeyOf({ id, baseUrl }: OtherConnection): { key: string; place: KeyPlace } | undefined {
    for (const place of places) {
      const bound = keys[place].get(id)
      if (bound?.origin === new URL(baseUrl).origin) return { key: bound.key, place }
    }
    return undefined
  }

  function show(others: readonly OtherConnection[]) {
    const keyPlaces: Record<string, KeyPlace> = {}
    for (const each of others) {
      const bound = boundKeyOf(each)
      if (bound) keyPlaces[each.id] = bound.place
    }
    store.setState(({ revision }) => ({ others, keyPlaces, revision: revision + 1 }))
  }

  function write(others: readonly OtherConnection[]): boolean {
    const written = [
      writeText(storage.device, connectionsName, others.length === 0 ? null : writeConnections(others)),
      ...places.map((place) => writeText(storage[place], keysName, writeKeys(keys[place]))),
    ]
    keeps &&= written.every(Boolean)
    show(others)
    return keeps
  }

  function dropKey(id: string) {
    for (const place of places) keys[place].delete(id)
  }

  show(read())
  return {
    ...store,
    save({ id: known, name, baseUrl, key, place }) {
      const others = read()
      const before = others.find((each) => each.id === known)
      const after = { id: before?.id ?? newId(), name, baseUrl }
      const had = before && boundKeyOf(before)
      const moved = before !== undefined && new URL(before.baseUrl).origin !== new URL(baseUrl).origin
      const next = key ?? (moved ? undefined : had?.key)
      dropKey(after.id)
      if (next !== undefined && next !== '') keys[place].set(after.id, { origin: new URL(baseUrl).origin, key: next })
      const kept = write(before ? others.map((each) => (each === before ? after : each)) : [...others, after])
      return { id: after.id, keyDropped: moved && had !== undefined && key === undefined, kept }
    },
    remove(id) {
      const others = read()
      dropKey(id)
      write(others.filter((each) => each.id !== id))
    },
    forgetKey(id) {
      const others = read()
      dropKey(id)
      write(others)
    },
    keyOf(id) {
      const found = store.getState().others.find((each) => each.id === id)
      return (found && boundKeyOf(found)?.key) ?? null
    },
    reload: () => show(read()),
  }
}
