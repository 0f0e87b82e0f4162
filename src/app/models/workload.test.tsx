import { beforeEach, expect, it, vi } from 'vitest'
import { firstWorkload } from './workload.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.resetModules()
})

it('stores changes, and ignores values out of range', async () => {
  const { changeWorkload, workloadStore } = await import('./workload.ts')
  changeWorkload({ tokensIn: 7, cachedShare: 0.5 })
  changeWorkload({ tokensIn: -1, requestsPerDay: Number.NaN })
  const expected = { ...firstWorkload, tokensIn: 7, cachedShare: 0.5 }
  expect(workloadStore.getState().workload).toEqual(expected)
  vi.resetModules()
  const reloaded = await import('./workload.ts')
  expect(reloaded.workloadStore.getState().workload).toEqual(expected)
})

it.each(['', 'nonsense', '{"tokensIn":"many"}', '[]'])('starts with the default where %j was stored', async (kept) => {
  localStorage.setItem('parley.workload', kept)
  const { workloadStore } = await import('./workload.ts')
  expect(workloadStore.getState().workload).toEqual(firstWorkload)
})

it('uses the conversation as one request, also after a reload of the tab', async () => {
  const { noteConversation, takeConversation, workloadStore } = await import('./workload.ts')
  takeConversation()
  expect(workloadStore.getState().workload).toEqual(firstWorkload)
  noteConversation([{ tokensIn: 10, tokensOut: 4 }])
  // A new conversation has no tokens yet: the last one stays.
  noteConversation([])
  vi.resetModules()
  const reloaded = await import('./workload.ts')
  reloaded.takeConversation()
  const { workload } = reloaded.workloadStore.getState()
  expect(workload).toEqual({ tokensIn: 10, tokensOut: 4, requestsPerDay: 1, cachedShare: 0 })
})

it('follows other tabs', async () => {
  const { workloadStore } = await import('./workload.ts')
  localStorage.setItem('parley.workload', JSON.stringify({ ...firstWorkload, tokensOut: 3 }))
  dispatchEvent(new StorageEvent('storage', { key: 'parley.workload' }))
  expect(workloadStore.getState().workload.tokensOut).toBe(3)
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(workloadStore.getState().workload).toEqual(firstWorkload)
})
