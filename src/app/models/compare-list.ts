import { createStore } from 'zustand/vanilla'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { parseJson } from '#contract/json.ts'

/** The ids, or other values, in one part of an address, in their order; a comma within one is written as `%2C`. */
export function readIds(text: string): string[] {
  return text
    .split(',')
    .map(decoded)
    .filter((id) => id !== '')
}

/** The other way round. */
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

/** How many models stand beside each other at most. */
export const compareLimit = 8

const storageName = 'parley.compare'

/** The ids that were gathered to be compared, in this tab. The comparison itself stands in its address. */
export const compareStore = createStore<{ ids: readonly string[] }>(() => ({ ids: readKept() }))

/** Sets what is gathered, as the comparison does with what its address says; what does not fit is left out. */
export function setCompared(asked: readonly string[]): void {
  const ids = [...new Set(asked)].slice(0, compareLimit)
  compareStore.setState({ ids })
  // Where storage is switched off or full, it holds until the page is closed.
  writeText(browserStorage().tab, storageName, JSON.stringify(ids))
}

/** Adds a model, or takes it out again. False where it would be one too many, and is not taken. */
export function toggleCompared(id: string): boolean {
  const { ids } = compareStore.getState()
  const isIn = ids.includes(id)
  if (!isIn && ids.length >= compareLimit) return false
  setCompared(isIn ? ids.filter((each) => each !== id) : [...ids, id])
  return true
}

function readKept(): string[] {
  const kept = parseJson(readText(browserStorage().tab, storageName) ?? '')
  const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  return [...new Set(ids)].slice(0, compareLimit)
}
