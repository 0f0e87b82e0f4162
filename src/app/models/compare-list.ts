import { createStore } from 'zustand/vanilla'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { parseJson } from '#contract/json.ts'

/** Reads comma-separated ids or other values from a URL; a comma within one is written as `%2C`. */
export function readIds(text: string): string[] {
  return text
    .split(',')
    .map(decoded)
    .filter((id) => id !== '')
}

/** Writes what `readIds` reads. */
export function writeIds(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll(/[%,]/g, encodeURIComponent)).join(',')
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** The most models that can be compared. */
export const compareLimit = 8

const storageName = 'parley.compare'

/** The ids selected for comparison in this tab. An open comparison has them in its URL. */
export const compareStore = createStore<{ ids: readonly string[] }>(() => ({ ids: readStored() }))

/** Replaces the selection, up to the limit. */
export function setCompared(asked: readonly string[]): void {
  const ids = [...new Set(asked)].slice(0, compareLimit)
  compareStore.setState({ ids })
  // Without storage, or when it is full, the selection lasts until the page is closed.
  writeText(browserStorage().tab, storageName, JSON.stringify(ids))
}

/** Adds or removes a model. False if the selection is full. */
export function toggleCompared(id: string): boolean {
  const { ids } = compareStore.getState()
  const isIn = ids.includes(id)
  if (!isIn && ids.length >= compareLimit) return false
  setCompared(isIn ? ids.filter((each) => each !== id) : [...ids, id])
  return true
}

function readStored(): string[] {
  const stored = parseJson(readText(browserStorage().tab, storageName) ?? '')
  const ids = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  return [...new Set(ids)].slice(0, compareLimit)
}
