import { createStore } from 'zustand/vanilla'
import type { Keeper } from './keep-conversation.ts'
import { workspace } from './open-workspace.ts'
import { somethingSaid, takeSnapshot } from './snapshot.ts'
import { watchWorkspace } from './watch-workspace.ts'

/** Whether conversations were kept in this browser before; `unknown` until the browser has said so. */
export const keptBefore = createStore<{ kept: 'unknown' | 'none' | 'some' }>(() => ({ kept: 'unknown' }))

let keeper: Promise<Keeper> | undefined

/** What keeps conversations, with the database below it: no part of the first scripts. Tried again after a failure. */
export function loadKeeper(): Promise<Keeper> {
  keptBefore.setState({ kept: 'some' })
  keeper ??= import('./open-keeper.ts').then(
    (module) => module.keeper,
    (error: unknown) => {
      keeper = undefined
      throw error
    },
  )
  return keeper
}

/** Begins to keep conversations: at once where some were kept before, else when somebody is about to say something. */
export function startKeeping(): void {
  const load = () => void loadKeeper().catch(() => undefined)
  void wereKept().then((kept) => (kept ? load() : keptBefore.setState({ kept: 'none' })))
  addEventListener('focusin', ({ target }) => target instanceof HTMLTextAreaElement && load())
  watchWorkspace(workspace, () => {
    if (keeper === undefined && somethingSaid(takeSnapshot(workspace))) load()
  })
}

/** Asks the browser, which is cheaper than opening the database. */
async function wereKept(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === 'parley')
  } catch {
    // It can't say, or has no storage at all; opening will tell.
    return true
  }
}
