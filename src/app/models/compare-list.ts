import { createStore } from 'zustand/vanilla'
import { parseJson } from '#contract/json.ts'

/** How many models stand beside each other at most. */
export const compareLimit = 8

const storageName = 'parley.compare'

/** The ids that were gathered to be compared, in this tab. The comparison itself stands in its address. */
export const compareStore = createStore<{ ids: readonly string[] }>(() => ({ ids: readKept() }))

/** Sets what is gathered, as the comparison does with what its address says; what does not fit is left out. */
export function setCompared(asked: readonly string[]): void {
  const ids = [...new Set(asked)].slice(0, compareLimit)
  compareStore.setState({ ids })
  try {
    sessionStorage.setItem(storageName, JSON.stringify(ids))
  } catch {
    // Storage is switched off or full: it holds until the page is closed.
  }
}

/** Adds a model, or takes it out again; a ninth is not taken. */
export function toggleCompared(id: string): void {
  const { ids } = compareStore.getState()
  if (ids.includes(id)) setCompared(ids.filter((each) => each !== id))
  else if (ids.length < compareLimit) setCompared([...ids, id])
}

function readKept(): string[] {
  try {
    const kept = parseJson(sessionStorage.getItem(storageName) ?? '')
    const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
    return [...new Set(ids)].slice(0, compareLimit)
  } catch {
    return []
  }
}
