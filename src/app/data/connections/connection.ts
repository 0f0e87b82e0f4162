import { createStore } from 'zustand/vanilla'
import { type KeyPlace, browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'

/** The key in what a person pasted: people paste the whole printed link as often as the key alone. */
export function keyIn(typed: string): string {
  return (new URLSearchParams(typed.split('#')[1]).get('key') ?? typed).trim()
}

/** The key this page uses with the service that served it. */
interface Connection {
  key: string | null
  /** Where the key is kept; null where there is none. */
  place: KeyPlace | null
  /** True once the service has refused this key. */
  refused: boolean
  /** Grows with each change of key, so that what was read with the old one is read again. */
  revision: number
}

const storageName = 'parley.key'
const storage = browserStorage()

/**
 * Where the key lives: this browser's storage for this origin, so it survives a reload; every tab has the same one,
 * unless it was kept for one tab only, where it goes first. It is sent to this origin only and never enters a link.
 */
export const connection = createStore<Connection>(() => ({ ...readStoredKey(), refused: false, revision: 0 }))

/** Stores and uses a key, in one place only; an empty one forgets it. */
export function rememberKey(key: string, place: KeyPlace = 'device'): void {
  const kept = key.trim() === '' ? null : key.trim()
  // Where storage is switched off or full, the key still serves until the page is closed.
  writeText(storage.tab, storageName, place === 'tab' ? kept : null)
  writeText(storage.device, storageName, place === 'device' ? kept : null)
  setKey({ key: kept, place: kept === null ? null : place })
}

/**
 * Takes a key out of the address bar (`#key=…`, as the server prints it), at once and without a trace in the history,
 * and uses it. Works on every path, now and whenever such a link is opened in this tab; follows other tabs, too.
 */
export function watchForKeys(): void {
  takeKeyFromAddress()
  addEventListener('hashchange', takeKeyFromAddress)
  addEventListener('storage', ({ key: name }) => {
    // Null where all of a storage was cleared.
    if (name === null || name === storageName) setKey(readStoredKey())
  })
}

/** Notes that the service does not take this key, so that the page can say so. */
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
