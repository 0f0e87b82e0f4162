import { type StoreApi, createStore } from 'zustand/vanilla'
import { newId } from '#app/data/message.ts'
import { type TextStorage, type KeyPlace, readText, writeText } from '#app/data/storage/browser-storage.ts'
import {
  type BoundKey,
  type OtherConnection,
  connectionsName,
  keysName,
  readConnections,
  readKeys,
  writeConnections,
  writeKeys,
} from './stored-connections.ts'

export interface ConnectionsState {
  others: readonly OtherConnection[]
  /** Where the key of each connection is kept, by the connection's id; absent where it has none. Never the key. */
  keyPlaces: Readonly<Record<string, KeyPlace>>
  /** Grows with each change, so that what was read before is read again. */
  revision: number
}

/** What a person says of a connection. */
export interface ConnectionDraft {
  /** Null makes a new one. */
  id: string | null
  name: string
  /** As `readBaseUrl` gives it. */
  baseUrl: string
  /** A new key; undefined leaves the one that is kept, as far as the origin is still the one it was given for. */
  key: string | undefined
  place: KeyPlace
}

/** What became of a draft. */
export interface Saved {
  id: string
  /** True where the base URL moved to another origin, and the key that was kept for the former is forgotten. */
  keyDropped: boolean
  /** False where this browser keeps nothing for this page, so that it lasts until the page is closed. */
  kept: boolean
}

export interface Connections extends StoreApi<ConnectionsState> {
  save(draft: ConnectionDraft): Saved
  remove(id: string): void
  forgetKey(id: string): void
  /** The key of a connection, if it has one for the origin where the connection now points. */
  keyOf(id: string): string | null
  /** Reads again what is kept; another tab has changed it. */
  reload(): void
}

const places = ['tab', 'device'] as const

/**
 * The connections of this browser. A key is kept apart from its connection and together with the one origin it was
 * given for, so that no change of a base URL, here or in another tab, can lead it elsewhere.
 */
export function createConnections(storage: Record<KeyPlace, TextStorage | undefined>): Connections {
  /** What is kept, as far as this browser keeps anything; what it refuses lives here alone. */
  const keys: Record<KeyPlace, Map<string, BoundKey>> = { tab: new Map(), device: new Map() }
  const store = createStore<ConnectionsState>(() => ({ others: [], keyPlaces: {}, revision: 0 }))
  let keeps = storage.device !== undefined && storage.tab !== undefined

  /** What is kept now: another tab may have changed it. */
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
