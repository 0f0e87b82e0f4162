/** How long a key is kept: until this tab is closed, or in this browser until it is forgotten. */
export type KeyPlace = 'tab' | 'device'

/** The part of a browser's storage that texts need; it may refuse at any time. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage for each place; undefined where the browser has none for this page. */
export function browserStorage(): Record<KeyPlace, TextStorage | undefined> {
  return { tab: orNone(() => sessionStorage), device: orNone(() => localStorage) }
}

/** Reads a text; null where there is none or the storage refuses. */
export function readText(storage: TextStorage | undefined, name: string): string | null {
  return orNone(() => storage?.getItem(name)) ?? null
}

/** Keeps a text, or forgets it where it is null. False where the storage is missing, full or switched off. */
export function writeText(storage: TextStorage | undefined, name: string, text: string | null): boolean {
  if (!storage) return text === null
  try {
    if (text === null) storage.removeItem(name)
    else storage.setItem(name, text)
    return true
  } catch {
    return false
  }
}

function orNone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
