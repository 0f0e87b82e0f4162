import { createHistory } from './history.ts'
import { HistoryDb } from './history-db.ts'
import { createReplyClaims } from './reply-claims.ts'

/** The database of this browser. */
export const historyDb = new HistoryDb()

/** What was said in this browser. */
export const openHistory = createHistory(historyDb, createReplyClaims())
