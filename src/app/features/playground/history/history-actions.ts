import { createStore } from 'zustand/vanilla'
import { loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import * as rows from '#app/data/history/conversation-rows.ts'
import { historyProblem, problemOf } from '#app/data/history/history-problem.ts'
import { historyDb, openHistory } from '#app/data/history/open-history.ts'
import { titleOf, type StoredConversation } from '#app/data/history/rows.ts'

/** The last deletion, while it can be undone. */
interface Deletion {
  row: StoredConversation
  /** Whether it was the open conversation, which undo opens again. */
  wasOpen: boolean
}

/** The last action on the list: a message, and the deletion that can be undone. */
export const historyStatus = createStore<{ deleted: Deletion | null; said: string }>(() => ({
  deleted: null,
  said: '',
}))

let purgeTimer: ReturnType<typeof setTimeout> | undefined

/** Renames a conversation. Blank text resets the title to its first words. */
export async function renameConversation(id: string, typed: string): Promise<void> {
  const title = typed.trim() === '' ? null : typed.trim().slice(0, 200)
  if (workspace.getState().conversationId === id) workspace.getState().setTitle(title)
  await change(id, () => rows.rename(historyDb, id, title))
}

/** Pins a conversation to the top of the list, or unpins it. */
export async function setPinned(id: string, pinned: boolean): Promise<void> {
  await change(id, () => rows.setPinned(historyDb, id, pinned))
}

/** Deletes a conversation. The deletion can be undone for a few seconds. */
export async function removeConversation(row: StoredConversation): Promise<void> {
  const wasOpen = workspace.getState().conversationId === row.id
  if (wasOpen) {
    workspace.getState().startNew()
    await (await loadPersister()).flush()
  }
  if (!(await change(row.id, () => rows.markDeleted(historyDb, row.id, Date.now())))) return
  historyStatus.setState({ deleted: { row, wasOpen }, said: `Deleted “${titleOf(row)}”.` })
  clearTimeout(purgeTimer)
  purgeTimer = setTimeout(() => {
    historyStatus.setState({ deleted: null, said: '' })
    void change(row.id, () => rows.purge(historyDb, Date.now()))
  }, rows.undoTime)
}

/** Undoes the last deletion. Returns the id of the conversation to open again, or null. */
export async function undoRemove(): Promise<string | null> {
  const { deleted } = historyStatus.getState()
  if (!deleted) return null
  clearTimeout(purgeTimer)
  if (!(await change(deleted.row.id, () => rows.restore(historyDb, deleted.row.id)))) return null
  historyStatus.setState({ deleted: null, said: `Restored “${titleOf(deleted.row)}”.` })
  return deleted.wasOpen ? deleted.row.id : null
}

/** Changes the database and notifies other tabs. Returns false, and shows the problem, if that fails. */
async function change(id: string, action: () => Promise<void>): Promise<boolean> {
  try {
    await action()
    openHistory.notifyTabs(id)
    return true
  } catch (error) {
    historyProblem.setState({ problem: problemOf(error) })
    return false
  }
}
