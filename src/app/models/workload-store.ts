import { createStore } from 'zustand/vanilla'
import { parseJson } from '#contract/json.ts'
import { browserStorage, readText, writeText } from '#app/data/kept-texts.ts'
import { readConversation, readWorkload, workloadFromConversation, type TurnUsage, type Workload } from './workload.ts'

interface WorkloadState {
  /** What every cost on every page is estimated for. */
  workload: Workload
  /** Usage of the conversation that was last open in this tab; empty when there was none. */
  conversation: readonly TurnUsage[]
}

const storageName = 'parley.workload'
const conversationName = 'parley.conversation-usage'

/** The workload is shared by all pages and tabs of this browser; the conversation belongs to the tab. */
export const workloadStore = createStore<WorkloadState>(() => ({
  workload: readKept(),
  conversation: readConversation(parseJson(readText(browserStorage().tab, conversationName) ?? '')),
}))

if (typeof addEventListener === 'function') {
  addEventListener('storage', ({ key }) => {
    // The key is null when all storage was cleared.
    if (key === storageName || key === null) workloadStore.setState({ workload: readKept() })
  })
}

/** Changes some of the workload and stores it; values out of range are ignored. */
export function changeWorkload(change: Partial<Workload>): void {
  const before = workloadStore.getState().workload
  const workload = readWorkload({ ...before, ...change }, before)
  workloadStore.setState({ workload })
  // Without storage, or when it is full, the change lasts until the page is closed.
  writeText(browserStorage().device, storageName, JSON.stringify(workload))
}

/**
 * Remembers the usage of the open conversation, also for the pages that this tab loads next. A conversation without any
 * leaves the one before it.
 */
export function noteConversation(conversation: readonly TurnUsage[]): void {
  if (conversation.length === 0) return
  const text = JSON.stringify(conversation)
  if (text === JSON.stringify(workloadStore.getState().conversation)) return
  workloadStore.setState({ conversation })
  writeText(browserStorage().tab, conversationName, text)
}

/** Makes the workload that of the last open conversation, once a day. */
export function takeConversation(): void {
  const taken = workloadFromConversation(workloadStore.getState().conversation)
  if (taken) changeWorkload(taken)
}

function readKept(): Workload {
  return readWorkload(parseJson(readText(browserStorage().device, storageName) ?? ''))
}
