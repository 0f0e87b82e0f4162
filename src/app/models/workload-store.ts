import { createStore } from 'zustand/vanilla'
import { parseJson } from '#contract/json.ts'
import { browserStorage, readText, writeText } from '#app/data/kept-texts.ts'
import { readWorkload, workloadFromConversation, type RequestUsage, type Workload } from './workload.ts'

interface WorkloadState {
  /** What every price on every page is reckoned for. */
  workload: Workload
  /** What the requests of the open conversation took; empty where none is open, or nothing was counted. */
  conversation: readonly RequestUsage[]
}

const storageName = 'parley.workload'

/** The workload of the calculator: one for all pages and tabs, kept in this browser. */
export const workloadStore = createStore<WorkloadState>(() => ({ workload: readKept(), conversation: [] }))

if (typeof addEventListener === 'function') {
  addEventListener('storage', ({ key }) => {
    // Null stands for all that was kept.
    if (key === storageName || key === null) workloadStore.setState({ workload: readKept() })
  })
}

/** Changes some of the workload, and keeps it; what is out of range stays as it was. */
export function changeWorkload(change: Partial<Workload>): void {
  const before = workloadStore.getState().workload
  const workload = readWorkload({ ...before, ...change }, before)
  workloadStore.setState({ workload })
  // Where storage is switched off or full, it holds until the page is closed.
  writeText(browserStorage().device, storageName, JSON.stringify(workload))
}

/** Tells the calculator what the requests of the open conversation took, so that it can be asked for more of the same. */
export function noteConversation(conversation: readonly RequestUsage[]): void {
  workloadStore.setState({ conversation })
}

/** Makes the workload that of the open conversation, as many times a day as before. */
export function takeConversation(): void {
  const { conversation, workload } = workloadStore.getState()
  const taken = workloadFromConversation(conversation, workload)
  if (taken) changeWorkload(taken)
}

function readKept(): Workload {
  return readWorkload(parseJson(readText(browserStorage().device, storageName) ?? ''))
}
