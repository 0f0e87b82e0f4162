import { createStore } from 'zustand/vanilla'

/** The key this page uses with the service that served it. */
interface Connection {
  key: string | null
  /** True once the service has refused this key. */
  refused: boolean
  /** Grows with each change of key, so that what was read with the old one is read again. */
  revision: number
}

const storageName = 'parley.key'

/**
 * Where the key lives: this browser's storage for this origin, so it survives a reload and every tab has the same one.
 * It is sent to this origin only and never enters a link.
 */
export const connection = createStore<Connection>(() => ({ key: readStoredKey(), refused: false, revision: 0 }))

/** Stores and uses a key; an empty one forgets it. */
export function rememberKey(key: string): void {
  const kept = key.trim() === '' ? null : key.trim()
  try {
    if (kept === null) localStorage.removeItem(storageName)
    else localStorage.setItem(storageName, kept)
  } catch {
    // Storage is switched off or full: the key still serves until the page is closed.
  }
  setKey(kept)
}

/**
 * Takes a key out of the address bar (`#key=…`, as the server prints it), at once and without a trace in the history,
 * and uses it. Works on every path, now and whenever such a link is opened in this tab; follows other tabs, too.
 */
export function watchForKeys(): void {
  takeKeyFromAddress()
  addEventListener('hashchange', takeKeyFromAddress)
  addEventListener('storage', ({ key: name }) => {
    if (name === storageName) setKey(readStoredKey())
  })
}

/** Notes that the service does not take this key, so that the page can say so. */
export function markRefused(key: string | null): void {
  if (connection.getState().key === key) connection.setState({ refused: true })
}

function setKey(key: string | null): void {
  connection.setState(({ revision }) => ({ key, refused: false, revision: revision + 1 }))
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

function readStoredKey(): string | null {
  try {
    return localStorage.getItem(storageName)
  } catch {
    return null
  }
}
