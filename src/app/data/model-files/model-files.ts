import { createStore } from 'zustand/vanilla'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { connectionTo, connections } from '#app/data/connections/connections.ts'
import { GgufError } from '#dialects/gguf/gguf-error.ts'
import type { GgufFacts } from '#dialects/gguf/read-gguf.ts'
import { explainEngineFailure } from './explain-engine.ts'
import { EngineFailure, type LoadedFacts, type LoadedModel, loadModel } from './loaded-model.ts'
import { type ChosenFile, memoryLimit, planMemory, readModelFiles } from './read-model-files.ts'
import {
  type StoredModel,
  accessTo,
  copyFiles,
  deleteModel,
  filesOf,
  saveModel,
  storedModels,
} from './stored-models.ts'

export type ModelFileState =
  /** It can be loaded without asking. */
  | { kind: 'closed' }
  /** The user must allow reading its file again. */
  | { kind: 'needs-file' }
  /** It most likely doesn't fit into memory. Nothing was loaded. */
  | { kind: 'too-large' }
  /** `elapsedMs` is the time that reading these bytes took. */
  | { kind: 'loading'; bytesRead: number; elapsedMs: number }
  | ({ kind: 'loaded' } & LoadedFacts)
  | { kind: 'failed'; message: string }

/** A model that was opened in this browser. Sizes are in bytes. */
export interface ModelFile {
  name: string
  size: number
  facts: GgufFacts
  /** With which it is or will be loaded, in tokens. */
  contextLength: number
  /** Estimated. */
  memory: number
  state: ModelFileState
  /** How many bytes have been copied into this browser; absent if it isn't being copied. */
  copied?: number
  /** Why the next visit will need the file again; absent if it won't. */
  notKept?: string
}

export interface ModelFilesState {
  /** The last opened first. */
  models: readonly ModelFile[]
  /** Why the last chosen files couldn't be opened; null if they could. */
  problem: string | null
  /** Set before Connect opens for a file that was dropped, or chosen from the command palette: it then shows nothing else. */
  isOpening: boolean
}

/** The models in files of this browser. Filled by `restoreModels`. */
export const modelFiles = createStore<ModelFilesState>(() => ({ models: [], problem: null, isOpening: false }))

/** The files of models whose files this page holds, and their records. */
const records = new Map<string, StoredModel>()
const files = new Map<string, readonly File[]>()
const loaded = new Map<string, LoadedModel>()
/** The models that are being loaded or copied. */
const loading = new Map<string, { done: Promise<void>; controller: AbortController }>()
const copying = new Map<string, AbortController>()

let restoring: Promise<void> | undefined

/** Finds the models that were opened on earlier visits. Further calls wait for the first. Never rejects. */
export function restoreModels(): Promise<void> {
  return (restoring ??= restore())
}

async function restore(): Promise<void> {
  const stored = await storedModels()
  const restored = await Promise.all(
    stored.map(async (record): Promise<ModelFile> => {
      records.set(record.name, record)
      const access = await accessTo(record)
      return { ...fileOf(record), state: { kind: access === 'granted' ? 'closed' : 'needs-file' } }
    }),
  )
  const { models } = modelFiles.getState()
  const others = restored.filter(({ name }) => !models.some((each) => each.name === name))
  modelFiles.setState({ models: [...models, ...others] })
}

function fileOf({ name, files: parts, facts }: Pick<StoredModel, 'name' | 'files' | 'facts'>): ModelFile {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  return { name, size, facts, ...planMemory(facts), state: { kind: 'closed' } }
}

/**
 * Opens the chosen files of one model, remembers them and loads the model. Returns its name, or undefined if the files
 * can't be used, which `problem` explains. Never rejects.
 */
export async function openModelFiles(chosen: readonly ChosenFile[]): Promise<string | undefined> {
  modelFiles.setState({ problem: null })
  await restoreModels()
  try {
    const { name, files: parts, facts } = await readModelFiles(chosen)
    closeModel(name)
    const record: StoredModel = {
      name,
      facts,
      files: parts.map(({ file, handle }) => ({ name: file.name, size: file.size, ...(handle && { handle }) })),
      openedAt: Date.now(),
    }
    records.set(name, record)
    files.set(
      name,
      parts.map(({ file }) => file),
    )
    const model = fileOf(record)
    modelFiles.setState(({ models }) => ({ models: [model, ...models.filter((each) => each.name !== name)] }))
    browserConnection()
    void loadAndKeep(model, record)
    return name
  } catch (reason) {
    const message =
      reason instanceof GgufError
        ? reason.message
        : 'The file can’t be read. Check that it still exists, and open it again.'
    modelFiles.setState({ problem: message })
    return undefined
  }
}

async function loadAndKeep({ name, memory }: ModelFile, record: StoredModel): Promise<void> {
  if (memory > memoryLimit()) update(name, { state: { kind: 'too-large' } })
  else await loadFile(name)
  const { kind } = find(name)?.state ?? {}
  if (kind === 'loaded' || kind === 'too-large') await keep(record)
}

/** Remembers a model for the next visit: its handle, or a copy where the browser has no handles. */
async function keep(record: StoredModel): Promise<void> {
  const { name } = record
  const notKept = (message: string) => update(name, { notKept: `${message} The next visit needs the file again.` })
  if (record.files.some(({ handle }) => !handle)) {
    const controller = new AbortController()
    copying.set(name, controller)
    try {
      update(name, { copied: 0 })
      const onWritten = throttled((copied) => update(name, { copied }))
      const outcome = await copyFiles(files.get(name) ?? [], { signal: controller.signal, onWritten })
      if (outcome !== 'copied') {
        const missing = typeof outcome === 'object' ? `${Math.ceil(outcome.missing / 1e6)} MB more` : undefined
        return notKept(
          missing === undefined
            ? 'The browser couldn’t keep a copy.'
            : `Keeping a copy needs ${missing} than the browser gives.`,
        )
      }
    } catch {
      // The model was removed or opened again.
      return
    } finally {
      copying.delete(name)
      update(name, { copied: undefined })
    }
  }
  if (records.get(name) !== record) return
  if (!(await saveModel(record))) notKept('The browser stores nothing for this page.')
}

/**
 * Loads a model, unless it is loaded. Resolves when it is loaded, or when its state says why not. `mayAsk`: the browser may
 * ask for its file, which needs a user's gesture.
 */
export function loadFile(name: string, { mayAsk = false } = {}): Promise<void> {
  const running = loading.get(name)
  if (running) return running.done
  if (loaded.has(name)) return Promise.resolve()
  const controller = new AbortController()
  const done = load(name, mayAsk, controller.signal).finally(() => loading.delete(name))
  loading.set(name, { done, controller })
  return done
}

async function load(name: string, mayAsk: boolean, signal: AbortSignal): Promise<void> {
  const record = records.get(name)
  const model = find(name)
  if (!record || !model) return
  const opened = files.get(name) ?? (await filesOf(record, mayAsk))
  if (!Array.isArray(opened)) {
    const isGone = opened === 'gone'
    const message = 'The file was moved, deleted or changed. Open it again.'
    return update(name, { state: isGone ? { kind: 'failed', message } : { kind: 'needs-file' } })
  }
  makeRoomFor(model)
  const startedAt = performance.now()
  const onRead = (bytesRead: number) =>
    update(name, { state: { kind: 'loading', bytesRead, elapsedMs: performance.now() - startedAt } })
  onRead(0)
  try {
    const onCrash = (words: string) => {
      loaded.delete(name)
      update(name, { state: { kind: 'failed', message: explainEngineFailure(words) } })
    }
    const request = { files: opened, contextLength: model.contextLength, maxThreads: threads(), cacheName: engineCache }
    const running = await loadModel(request, { signal, onRead, onCrash })
    loaded.set(name, running)
    files.set(name, opened)
    update(name, { state: { kind: 'loaded', threads: running.threads, usesGpu: running.usesGpu } })
  } catch (reason) {
    if (signal.aborted) return update(name, { state: { kind: 'closed' } })
    const words = reason instanceof EngineFailure ? reason.words : String(reason)
    update(name, { state: { kind: 'failed', message: explainEngineFailure(words) } })
  }
}

/** The cache of a static copy, whose service worker reads it; null where the server is needed anyway. */
const engineCache = import.meta.env.MODE === 'static' ? 'parley-engine' : null

/** Half of the processor's threads, because two that share a core wait for each other. */
function threads(): number {
  return Math.max(1, Math.min(8, Math.floor((navigator.hardwareConcurrency || 1) / 2)))
}

/** Unloads other models, the oldest first, until a new one fits. Those that are writing stay. */
function makeRoomFor({ name, memory }: ModelFile): void {
  const used = () => [...loaded.keys()].reduce((sum, each) => sum + (find(each)?.memory ?? 0), 0)
  for (const other of loaded.keys()) {
    if (used() + memory <= memoryLimit()) return
    if (other !== name && !isBusy(other)) closeModel(other)
  }
}

const busy = new Map<string, number>()
const isBusy = (name: string) => (busy.get(name) ?? 0) > 0

/** The loaded model, for one reply; `undefined` if it isn't loaded. Call `release` when the reply has ended. */
export function takeLoaded(name: string): { model: LoadedModel; release(): void } | undefined {
  const model = loaded.get(name)
  if (!model) return undefined
  // The order of the map is the order of use.
  loaded.delete(name)
  loaded.set(name, model)
  busy.set(name, (busy.get(name) ?? 0) + 1)
  return { model, release: () => busy.set(name, (busy.get(name) ?? 1) - 1) }
}

/** Stops loading a model, or frees its memory. */
export function closeModel(name: string): void {
  loading.get(name)?.controller.abort()
  const model = loaded.get(name)
  if (!model) return
  loaded.delete(name)
  model.close()
  update(name, { state: { kind: 'closed' } })
}

/** Forgets a model, and deletes the copy that this browser has of it. The user's own file stays. */
export async function removeModel(name: string): Promise<void> {
  closeModel(name)
  copying.get(name)?.abort()
  const record = records.get(name)
  records.delete(name)
  files.delete(name)
  modelFiles.setState(({ models }) => ({ models: models.filter((each) => each.name !== name) }))
  if (!record) return
  await deleteModel(record)
  const id = connectionTo(browserBaseUrl)
  if (modelFiles.getState().models.length === 0 && id !== null) connections.remove(id)
}

function find(name: string): ModelFile | undefined {
  return modelFiles.getState().models.find((each) => each.name === name)
}

function update(name: string, changes: { [Key in keyof ModelFile]?: ModelFile[Key] | undefined }): void {
  modelFiles.setState(({ models }) => ({
    models: models.map((each) => {
      if (each.name !== name) return each
      const { copied, ...changed } = { ...each, ...changes }
      return copied === undefined ? changed : { ...changed, copied }
    }),
  }))
}

/** At most ten times a second. */
function throttled(report: (bytes: number) => void): (bytes: number) => void {
  let last = 0
  return (bytes) => {
    if (performance.now() - last < 100) return
    last = performance.now()
    report(bytes)
  }
}

/** The id of the connection to models in files, which is added if there is none. */
export function browserConnection(): string {
  const known = connectionTo(browserBaseUrl)
  const draft = { id: null, name: 'This browser', baseUrl: browserBaseUrl, key: undefined, place: 'device' } as const
  return known ?? connections.save(draft).id
}

/** The id of a model's entry in the picker. */
export function idOf(name: string): string {
  return `local/${name}`
}
