import { liveQuery } from 'dexie'
import type { StoreApi } from 'zustand/vanilla'
import { type StoredExperiment, type StoredRun, experimentsDb } from '#app/data/experiments/experiments-db.ts'
import type { Definition } from '#experiments/definition.ts'
import { storageWords } from './session-host.ts'

interface SavedState {
  definition: Definition
  lastRun: StoredRun | null
  phase: 'idle' | 'running' | 'paused' | 'elsewhere'
  problem: string | null
}

const savePause = 400

/**
 * Keeps an open experiment and its row in the database the same. What another tab has edited or run is taken over, and
 * `onTaken` is called; what is typed here and not saved yet stays.
 */
export function keepSaved(id: string, state: Pick<StoreApi<SavedState>, 'getState' | 'setState'>, onTaken: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watched = liveQuery(() => experimentsDb.experiments.get(id)).subscribe(take)

  function take(row: StoredExperiment | undefined): void {
    const { definition, lastRun, phase } = state.getState()
    if (!row || timer !== undefined || phase === 'running' || phase === 'paused') return
    const isEdited = JSON.stringify(row.definition) !== JSON.stringify(definition)
    const isRun = row.run?.startedAt !== lastRun?.startedAt || row.run?.hasEnded !== lastRun?.hasEnded
    if (!isEdited && !isRun) return
    state.setState({ definition: row.definition, lastRun: row.run })
    onTaken()
  }

  /** Saves what was edited here. Without an edit nothing is written, as another tab may have edited it meanwhile. */
  async function save(): Promise<void> {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    await update({ definition: state.getState().definition })
  }

  async function update(change: Partial<StoredExperiment>): Promise<void> {
    await experimentsDb.experiments
      .update(id, { ...change, updatedAt: Date.now() })
      .catch((error: unknown) => state.setState({ problem: storageWords(error) }))
  }

  return {
    save,
    /** Saves the definition once typing pauses. */
    saveSoon(): void {
      clearTimeout(timer)
      timer = setTimeout(() => void save(), savePause)
    },
    update,
    /** Takes over the row as it is now. */
    takeNow: async (): Promise<void> => take(await experimentsDb.experiments.get(id).catch(() => undefined)),
    close: (): void => watched.unsubscribe(),
  }
}
