import { createStore, type StoreApi } from 'zustand/vanilla'
import { isRecord, parseJson } from '#contract/json.ts'
import { readParameters, type ParameterValues } from '#contract/parameters.ts'
import { browserStorage, readText, writeText, type TextStorage } from './browser-storage.ts'
import { newId } from '#app/data/message.ts'

/** What shapes replies, under a name of the person's own. */
export interface Preset {
  id: string
  name: string
  /** Null where the preset leaves the model as it is. */
  modelId: string | null
  /** The connection that has the model, by its id; null is the service that served the page. */
  connectionId: string | null
  systemPrompt: string
  parameters: ParameterValues
  extraBody: string
}

interface PresetsState {
  presets: readonly Preset[]
  /** What to do where the browser could not keep the last change; it then lasts until the page is closed. */
  problem: string | null
}

interface PresetsActions {
  /** Keeps a preset; one of the same name, however capitals stand in it, gives way to it. */
  save(preset: Omit<Preset, 'id'>): void
  /** Gives it another name; a blank one, or that of another preset, changes nothing and is false. */
  rename(id: string, name: string): boolean
  remove(id: string): void
  /** Brings back these, as they were before a change. */
  restore(presets: readonly Preset[]): void
  /** Reads again what is kept, after another tab changed it. */
  reload(): void
}

export type Presets = StoreApi<PresetsState & PresetsActions>

/** The name under which presets are kept in this browser. */
export const presetsName = 'parley.presets'

/** Presets as they are kept in a browser's storage, which may be missing, full or hold anything. */
export function createPresets(storage: TextStorage | undefined): Presets {
  return createStore<PresetsState & PresetsActions>((set, get) => {
    const keep = (presets: readonly Preset[]) => {
      const isKept = writeText(storage, presetsName, JSON.stringify({ version: 1, presets }))
      const problem = 'This browser has no room to keep presets. Free some storage, then save again.'
      set({ presets, problem: isKept ? null : problem })
    }
    return {
      presets: readPresets(readText(storage, presetsName)),
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
        // What could not be kept stands here only.
        if (get().problem === null) set({ presets: readPresets(readText(storage, presetsName)) })
      },
    }
  })
}

/** The presets of this browser. */
export const presets = createPresets(browserStorage().device)

/** Follows what other tabs change, and have changed since nobody followed; the function that is given back ends that. */
export function watchPresets(): () => void {
  presets.getState().reload()
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === presetsName) presets.getState().reload()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** As much of what was kept as can be used. */
function readPresets(text: string | null): Preset[] {
  const kept = text === null ? undefined : parseJson(text)
  const list: unknown = isRecord(kept) ? kept['presets'] : undefined
  return Array.isArray(list) ? list.flatMap(readPreset) : []
}

function readPreset(kept: unknown): Preset[] {
  if (!isRecord(kept)) return []
  const { id, name, modelId, connectionId, systemPrompt, extraBody } = kept
  if (typeof id !== 'string' || typeof name !== 'string' || name.trim() === '') return []
  return [
    {
      id,
      name,
      modelId: typeof modelId === 'string' ? modelId : null,
      connectionId: typeof connectionId === 'string' ? connectionId : null,
      systemPrompt: typeof systemPrompt === 'string' ? systemPrompt : '',
      parameters: readParameters(kept['parameters']),
      extraBody: typeof extraBody === 'string' ? extraBody : '',
    },
  ]
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0
}
