import { isRecord, parseJson } from '#contract/json.ts'
import { browserStorage, readText, writeText } from './browser-storage.ts'

/** What the catalogue was at a moment: as little of it as tells later what changed. */
export interface CatalogueSnapshot {
  /** When it was read, in milliseconds since 1970. */
  at: number
  /** Input and output rates by id, in US dollars per 1,000,000 tokens; null where unknown. */
  rates: ReadonlyMap<string, readonly [input: number | null, output: number | null]>
}

const storageName = 'parley.seen'

/**
 * What stood in the catalogue when it was last visited before this tab was opened, or since that was last dismissed;
 * undefined on a first visit. A tab keeps its own copy, so that a reload does not count as another visit.
 */
export function lastVisit(): CatalogueSnapshot | undefined {
  const storage = browserStorage()
  const own = readText(storage.tab, storageName)
  if (own !== null) return decodeSnapshot(own)
  const kept = readText(storage.device, storageName) ?? ''
  // Where a tab can't keep its own copy, every visit is a first one: what was kept may be this very visit.
  return writeText(storage.tab, storageName, kept) ? decodeSnapshot(kept) : undefined
}

/** Keeps what the catalogue is now, for the next visit. Call `lastVisit` first: this is what it will say then. */
export function keepVisit(snapshot: CatalogueSnapshot): void {
  writeText(browserStorage().device, storageName, encodeSnapshot(snapshot))
}

/** Forgets what was before: from now on this tab tells what changed since `snapshot`. */
export function dismissVisit(snapshot: CatalogueSnapshot): void {
  writeText(browserStorage().tab, storageName, encodeSnapshot(snapshot))
}

/** A snapshot as text: one flat list, for it may hold many thousand models. */
export function encodeSnapshot({ at, rates }: CatalogueSnapshot): string {
  return JSON.stringify({ at, rates: [...rates].flatMap(([id, [input, output]]) => [id, input, output]) })
}

/** Undefined for whatever is not a snapshot. */
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
