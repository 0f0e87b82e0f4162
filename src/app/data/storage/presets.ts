import { createStore, type StoreApi } from 'zustand/vanilla'
import { isRecord, parseJson } from '#contract/json.ts'
import { browserStorage, readText, writeText, type TextStorage } from './browser-storage.ts'
import { newId } from '#app/data/message.ts'
import { type Setup, readStoredSetup } from '#app/data/setup.ts'

/** A setup that was saved under a name. Its `modelId` is null if applying it leaves the model unchanged. */
export interface Preset extends Setup {
  id: string
  name: string
}

interface PresetsState {
  presets: readonly Preset[]
  /** What to do if the browser could not save the last change; it is then lost when the page is closed. */
  problem: string | null
}

interface PresetsActions {
  /** Saves a preset; replaces one with the same name, ignoring case. */
  save(preset: Omit<Preset, 'id'>): void
  /** Renames a preset. Returns false, and changes nothing, if the name is blank or taken. */
  rename(id: string, name: string): boolean
  remove(id: string): void
  /** Restores an earlier list of presets. */
  restore(presets: readonly Preset[]): void
  /** Reads the storage again, after another tab changed it. */
  reload(): void
}

export type Presets = StoreApi<PresetsState & PresetsActions>

/** The key of the presets in `localStorage`. */
export const presetsKey = 'parley.presets'

/** A store of presets in a browser storage, which may be missing, full or hold invalid data. */
export function createPresets(storage: TextStorage | undefined): Presets {
  return createStore<PresetsState & PresetsActions>((set, get) => {
    const keep = (presets: readonly Preset[]) => {
      const isKept = writeText(storage, presetsKey, JSON.stringify({ version: 1, presets }))
      const problem = 'This browser’s storage is full. Free up some space, then save the preset again.'
      set({ presets, problem: isKept ? null : problem })
    }
    return {
      presets: readPresets(readText(storage, presetsKey)),
      problem: null,
      save(preset) {
        const name = preset.name.trim()
        if (name === '') return
        const same = get().presets.find((each) => isSameName(each.name, name))
        const saved = { ...preset, name, id: same?.id ?? newId() }
        const others = get().presets
        keep(same ? others.map((each) => (each === same ? saved : each)) : [...others, saved])
      },
      rename(id, name) {
        const wanted = name.trim()
        const { presets } = get()
        if (wanted === '' || presets.some((each) => each.id !== id && isSameName(each.name, wanted))) return false
        keep(presets.map((each) => (each.id === id ? { ...each, name: wanted } : each)))
        return true
      },
      remove: (id) => keep(get().presets.filter((each) => each.id !== id)),
      restore: keep,
      reload() {
        // A failed save exists only in this store; don't overwrite it.
        if (get().problem === null) set({ presets: readPresets(readText(storage, presetsKey)) })
      },
    }
  })
}

/** The presets of this browser. */
export const presets = createPresets(browserStorage().device)

/** Follows changes of other tabs, including earlier ones. Returns the function that ends this. */
export function watchPresets(): () => void {
  presets.getState().reload()
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === presetsKey) presets.getState().reload()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** The valid presets in the stored text. */
function readPresets(text: string | null): Preset[] {
  const kept = text === null ? undefined : parseJson(text)
  const list: unknown = isRecord(kept) ? kept['presets'] : undefined
  return Array.isArray(list) ? list.flatMap(readPreset) : []
}

function readPreset(kept: unknown): Preset[] {
  if (!isRecord(kept)) return []
  const { id, name } = kept
  if (typeof id !== 'string' || typeof name !== 'string' || name.trim() === '') return []
  return [{ id, name, ...readStoredSetup(kept) }]
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0
}
