import { beforeEach, expect, it, vi } from 'vitest'
import * as edit from '#app/data/history/conversation-rows.ts'
import { historyProblem } from '#app/data/history/history-problem.ts'
import type { StoredConversation } from '#app/data/history/rows.ts'
import { historyStatus, removeConversation, undoRemove } from './history-actions.ts'

vi.mock('#app/data/history/open-history.ts', () => ({ historyDb: {}, openHistory: { notifyTabs: () => undefined } }))
vi.mock('#app/data/history/conversation-rows.ts', () => ({
  undoTime: 10_000,
  markDeleted: vi.fn<() => Promise<void>>(),
  restore: vi.fn<() => Promise<void>>(),
  purge: vi.fn<() => Promise<void>>(),
}))

const row = { id: 'c1', title: 'Boats', opening: '' } as StoredConversation
const refused = new DOMException('No room', 'QuotaExceededError')

beforeEach(() => {
  historyStatus.setState({ deleted: null, said: '' })
  historyProblem.setState({ problem: null })
  vi.mocked(edit.markDeleted).mockResolvedValue()
  vi.mocked(edit.restore).mockResolvedValue()
})

it('reports what was deleted, and that it was restored', async () => {
  await removeConversation(row)
  expect(historyStatus.getState().said).toBe('Deleted “Boats”.')
  await undoRemove()
  expect(historyStatus.getState()).toEqual({ deleted: null, said: 'Restored “Boats”.' })
})

it('reports neither if storage fails', async () => {
  vi.mocked(edit.markDeleted).mockRejectedValueOnce(refused)
  await removeConversation(row)
  expect(historyStatus.getState()).toEqual({ deleted: null, said: '' })
  expect(historyProblem.getState().problem).toBe('full')

  await removeConversation(row)
  vi.mocked(edit.restore).mockRejectedValueOnce(refused)
  await undoRemove()
  expect(historyStatus.getState().said).toBe('Deleted “Boats”.')
})
