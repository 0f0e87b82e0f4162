import { createStore } from 'zustand/vanilla'
import { loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import * as edit from '#app/data/history/conversation-rows.ts'
import { historyProblem, problemOf } from '#app/data/history/history-problem.ts'
import { historyDb, openHistory } from '#app/data/history/open-history.ts'
import { titleOf, type StoredConversation } from '#app/data/history/rows.ts'

/** What was deleted last, for as long as that can be taken back. */
interface Deletion {
  row: StoredConversation
  /** True where it was the conversation on the page, and so is shown again when it comes back. */
  wasOpen: boolean
}

/** What happened last in the list of conversations, in words, and what of it can be taken back. */
export const historyNews = createStore<{ deleted: Deletion | null; said: string }>(() => ({ deleted: null, said: '' }))

let purging: ReturnType<typeof setTimeout> | undefined

/** Names a conversation; blank text lets its first words stand for a title again. */
export async function rename(id: string, typed: string): Promise<void> {
  const title = typed.trim() === '' ? null : typed.trim().slice(0, 200)
  if (workspace.getState().conversationId === id) workspace.getState().setTitle(title)
  await change(id, () => edit.rename(historyDb, id, title))
}

/** Keeps a conversation at the top of the list, or no longer. */
export async function setPinned(id: string, pinned: boolean): Promise<void> {
  await change(id, () => edit.setPinned(historyDb, id, pinned))
}

/** Deletes a conversation in a way that can be taken back for some seconds. */
export async function remove(row: StoredConversation): Promise<void> {
  const wasOpen = workspace.getState().conversationId === row.id
  if (wasOpen) {
    workspace.getState().startNew()
    await (await loadPersister()).flush()
  }
  if (!(await change(row.id, () => edit.markDeleted(historyDb, row.id, Date.now())))) return
  historyNews.setState({ deleted: { row, wasOpen }, said: `Deleted “${titleOf(row)}”.` })
  clearTimeout(purging)
  purging = setTimeout(() => {
    historyNews.setState({ deleted: null, said: '' })
    void change(row.id, () => edit.purge(historyDb, Date.now()))
  }, edit.undoTime)
}

/** Takes the last deletion back; gives back the id of the conversation to show again, if it was on the page. */
export async function undoRemove(): Promise<string | null> {
  const { deleted } = historyNews.getState()
  if (!deleted) return null
  clearTimeout(purging)
  if (!(await change(deleted.row.id, () => edit.restore(historyDb, deleted.row.id)))) return null
  historyNews.setState({ deleted: null, said: `“${titleOf(deleted.row)}” is back.` })
  return deleted.wasOpen ? deleted.row.id : null
}

/** Changes what is kept of a conversation, and tells the other tabs. False where it could not: then the page says why. */
async function change(id: string, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    openHistory.notifyTabs(id)
    return true
  } catch (error) {
    historyProblem.setState({ problem: problemOf(error) })
    return false
  }
}
