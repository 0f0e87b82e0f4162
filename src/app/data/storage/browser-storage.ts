/** How long something is stored: until this tab is closed, or in this browser until it is removed. */
export type KeyPlace = 'tab' | 'device'

/** The part of `Storage` that is used; any method may throw. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage for each place; undefined if it is not available. */
export function browserStorage(): Record<KeyPlace, TextStorage | undefined> {
  return { tab: orNone(() => sessionStorage), device: orNone(() => localStorage) }
}

/** Reads a text; null if there is none or the storage fails. */
export function readText(storage: TextStorage | undefined, name: string): string | null {
  return orNone(() => storage?.getItem(name)) ?? null
}

/** Stores a text, or removes it if null. Returns false if the storage is missing, full or disabled. */
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
