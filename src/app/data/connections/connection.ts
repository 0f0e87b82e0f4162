import { createStore } from 'zustand/vanilla'
import { type KeyPlace, browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'

/** Extracts the key from pasted text: people paste the whole printed link as often as the key alone. */
export function keyIn(typed: string): string {
  return (new URLSearchParams(typed.split('#')[1]).get('key') ?? typed).trim()
}

/** The key for the service that served this page. */
interface Connection {
  key: string | null
  /** Where the key is stored; null if there is none. */
  place: KeyPlace | null
  /** True if the service has refused this key. */
  refused: boolean
  /** Counts changes of the key, so that data read with the old one is read again. */
  revision: number
}

const storageName = 'parley.key'
const storage = browserStorage()

/**
 * The key in this browser's storage for this origin. It survives a reload and is shared by all tabs, unless it was
 * stored for one tab, which takes precedence. It is sent only to this origin and is never part of a link.
 */
export const connection = createStore<Connection>(() => ({ ...readStoredKey(), refused: false, revision: 0 }))

/** Stores and uses a key, in one place only; an empty one removes it. */
export function rememberKey(key: string, place: KeyPlace = 'device'): void {
  const kept = key.trim() === '' ? null : key.trim()
  // If the storage is disabled or full, the key lasts until the page is closed.
  writeText(storage.tab, storageName, place === 'tab' ? kept : null)
  writeText(storage.device, storageName, place === 'device' ? kept : null)
  setKey({ key: kept, place: kept === null ? null : place })
}

/**
 * Takes a key from the address (`#key=…`, as the server prints it) and removes it from there at once, also from the
 * browser's history. Works on every path and for links opened later in this tab; follows other tabs.
 */
export function watchForKeys(): void {
  takeKeyFromAddress()
  addEventListener('hashchange', takeKeyFromAddress)
  addEventListener('storage', ({ key: name }) => {
    // The key is null if all of the storage was cleared.
    if (name === null || name === storageName) setKey(readStoredKey())
  })
}

/** Records that the service refused this key, so that the page can show it. */
export function markRefused(key: string | null): void {
  if (connection.getState().key === key) connection.setState({ refused: true })
}

function setKey(stored: Pick<Connection, 'key' | 'place'>): void {
  connection.setState(({ revision }) => ({ ...stored, refused: false, revision: revision + 1 }))
}

function takeKeyFromAddress(): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const key = fragment.get('key')
  if (key === null) return
  fragment.delete('key')
  const rest = fragment.toString()
  history.replaceState(history.state, '', location.pathname + location.search + (rest === '' ? '' : `#${rest}`))
  rememberKey(key)
}

function readStoredKey(): Pick<Connection, 'key' | 'place'> {
  const forTab = readText(storage.tab, storageName)
  const key = forTab ?? readText(storage.device, storageName)
  return { key, place: key === null ? null : forTab === null ? 'device' : 'tab' }
}
