import { createStore } from 'zustand/vanilla'

/** What is known of the kept conversations before the database is loaded. */
export const keptState = createStore<{
  /** Whether any were kept in this browser before, or may be from now on; `unknown` until the browser has said so. */
  before: 'unknown' | 'none' | 'some'
  /** The last conversation of this tab that is in the database. */
  written: string | null
}>(() => ({ before: 'unknown', written: null }))
