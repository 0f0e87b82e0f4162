import { isRecord, parseJson } from '#contract/json.ts'
import { browserStorage, readText, writeText } from './browser-storage.ts'

/** The state of the catalogue at one time: just enough to tell later what changed. */
export interface CatalogueSnapshot {
  /** Milliseconds since the epoch. */
  at: number
  /** Input and output rates by model id, in US dollars per 1,000,000 tokens; null if unknown. */
  rates: ReadonlyMap<string, readonly [input: number | null, output: number | null]>
}

const storageName = 'parley.seen'

/**
 * The catalogue at the last visit before this tab was opened, or at the last dismissal; undefined on a first visit. A
 * tab keeps its own copy, so a reload doesn't count as another visit.
 */
export function lastVisit(): CatalogueSnapshot | undefined {
  const storage = browserStorage()
  const own = readText(storage.tab, storageName)
  if (own !== null) return decodeSnapshot(own)
  const kept = readText(storage.device, storageName) ?? ''
  // If a tab can't keep its own copy, the stored snapshot may be from this very visit, so it is ignored.
  return writeText(storage.tab, storageName, kept) ? decodeSnapshot(kept) : undefined
}

/** Stores the catalogue for the next visit. Call `lastVisit` first, since it reads the same entry. */
export function keepVisit(snapshot: CatalogueSnapshot): void {
  writeText(browserStorage().device, storageName, encodeSnapshot(snapshot))
}

/** Dismisses the changes: from now on, this tab compares with `snapshot`. */
export function dismissVisit(snapshot: CatalogueSnapshot): void {
  writeText(browserStorage().tab, storageName, encodeSnapshot(snapshot))
}

/** A snapshot as text: one flat list, since it may hold many thousand models. */
export function encodeSnapshot({ at, rates }: CatalogueSnapshot): string {
  return JSON.stringify({ at, rates: [...rates].flatMap(([id, [input, output]]) => [id, input, output]) })
}

/** Reads a snapshot; undefined if the text is invalid. */
export function decodeSnapshot(text: string): CatalogueSnapshot | undefined {
  const kept = parseJson(text)
  if (!isRecord(kept)) return undefined
  const { at } = kept
  const flat: unknown = kept['rates']
  if (typeof at !== 'number' || !isList(flat) || flat.length % 3 !== 0) return undefined
  const rates = new Map<string, readonly [number | null, number | null]>()
  for (let place = 0; place < flat.length; place += 3) {
    const [id, input, output] = flat.slice(place, place + 3)
    if (typeof id !== 'string' || !isRate(input) || !isRate(output)) return undefined
    rates.set(id, [input, output])
  }
  return { at, rates }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isRate(value: unknown): value is number | null {
  return value === null || typeof value === 'number'
}
