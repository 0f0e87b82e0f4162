import {
  type FlagName,
  type ListName,
  type RangeName,
  flagNames,
  flags,
  listNames,
  lists,
  rangeNames,
  ranges,
  recordOf,
  valuesOf,
} from '#app/features/catalogue/facets/facets.ts'
import { releasedAt } from '#app/models/dates.ts'
import { makerOf } from '#app/models/makers.ts'
import type { Model } from '#contract/model.ts'
import { type SearchIndex, createSearchIndex } from './search.ts'

/** A name's family and version: `gpt-5.1-codex` is `gpt`, 5.1. */
interface Versioned {
  family: string
  version: number
}

/**
 * About when each model was released, in milliseconds since 1970: its release date, or the year and month in its name, or
 * the date of the nearest dated version of its family, an earlier one first. NaN if there is none. Only for sorting; never
 * shown.
 */
function recencyOf(models: readonly Model[], makers: readonly string[], released: Float64Array): Float64Array {
  const recency = Float64Array.from(released)
  const undated = [...recency.keys()].filter((place) => Number.isNaN(recency[place]))
  if (undated.length === 0) return recency
  const concerned = new Set(undated.map((place) => makers[place]))
  const dated = new Map<string, { version: number; time: number }[]>()
  for (const [place, model] of models.entries()) {
    const time = released[place] ?? Number.NaN
    const isWanted = !Number.isNaN(time) && concerned.has(makers[place])
    const named = isWanted ? versionOf(model, makers[place]) : undefined
    if (!named) continue
    const family = dated.get(named.family)
    if (family) family.push({ version: named.version, time })
    else dated.set(named.family, [{ version: named.version, time }])
  }
  for (const family of dated.values()) family.sort((one, other) => one.version - other.version || one.time - other.time)
  for (const place of undated) {
    const model = models[place]
    if (model) recency[place] = monthIn(model) ?? nearest(dated, versionOf(model, makers[place])) ?? Number.NaN
  }
  return recency
}

function versionOf({ id }: Model, maker = ''): Versioned | undefined {
  // `8b` is a size, not a version.
  const found = /^([a-z][a-z-]*?)-?v?(\d{1,2})(?![\d.]*[bmkt](?![a-z])|\d)(?:[.-](\d{1,2})(?![\da-z]))?/u.exec(
    bareName(id),
  )
  if (!found) return undefined
  return { family: `${maker} ${found[1]}`, version: Number(found[2]) + Number(found[3] ?? 0) / 100 }
}

/** `-2509` and `-2025-09-17` in a name. */
function monthIn({ id }: Model): number | undefined {
  const found = /-(?:20)?(2[3-9]|3\d)-?(0[1-9]|1[0-2])(?![\da-z])/u.exec(bareName(id))
  return found ? Date.UTC(2000 + Number(found[1]), Number(found[2]) - 1) : undefined
}

function nearest(
  dated: ReadonlyMap<string, readonly { version: number; time: number }[]>,
  named: Versioned | undefined,
): number | undefined {
  const family = named ? (dated.get(named.family) ?? []) : []
  const same = family.find(({ version }) => version === named?.version)
  return (same ?? family.findLast(({ version }) => version < (named?.version ?? 0)) ?? family[0])?.time
}

function bareName(id: string): string {
  return id.slice(id.indexOf('/') + 1).toLowerCase()
}

/** What filtering and sorting read, in columns: a model's place in `models` is its place in each. An unknown figure is NaN. */
export interface ModelIndex {
  models: readonly Model[]
  /** Created when first read: the first rows can be shown without it. */
  readonly search: SearchIndex
  /** The values of each facet in the order on screen; of a dynamic facet those that the models have, most frequent first. */
  values: Readonly<Record<ListName, readonly string[]>>
  /**
   * Per model, its values: the position in `values` for a dynamic facet, otherwise a bit per value. A flag is one bit. All
   * of one array type, so that the loops over them stay fast.
   */
  facets: Readonly<Record<ListName | FlagName, Uint32Array>>
  /** Per model, the figure of each range; empty for costs, which depend on the workload. */
  figures: Readonly<Record<RangeName, Float64Array>>
  /** 1: its maker has deprecated it, and it can't be called here. */
  deprecated: Uint8Array
  /** When it was released, in milliseconds since 1970. */
  released: Float64Array
  /** The same, estimated by its version if there is no date. */
  recency: Float64Array
}

/** What the workload costs on each model, by its place; NaN when unknown or when the workload doesn't fit. */
export interface Costs {
  request: Float64Array
  month: Float64Array
}

/** The figures of a range. */
export function rangeFigures(index: ModelIndex, name: RangeName, costs: () => Costs): Float64Array {
  const { figure } = ranges[name]
  return typeof figure === 'string' ? costs()[figure] : index.figures[name]
}

/** Puts a list of models into columns: a few milliseconds per 10,000. Everything after it is loops over numbers. */
export function indexModels(models: readonly Model[]): ModelIndex {
  const makers = models.map(makerOf)
  const released = figuresOf(models, releasedAt)
  /** Per model, its value of each dynamic facet. */
  const found = recordOf(listNames, (name) => {
    const facet = lists[name]
    if (facet.kind === 'fixed') return []
    return facet.of === makerOf ? makers : models.map(facet.of)
  })
  const values = recordOf(listNames, (name) => valuesOf(name, byFrequency(found[name])))
  let search: SearchIndex | undefined
  return {
    models,
    get search() {
      return (search ??= createSearchIndex(models, makers))
    },
    values,
    facets: {
      ...recordOf(listNames, (name) => columnOf(models, name, values[name], found[name])),
      ...recordOf(flagNames, (name) => fill(new Uint32Array(models.length), models, flagOf(name))),
    },
    figures: recordOf(rangeNames, (name) => {
      const { figure } = ranges[name]
      return typeof figure === 'function' ? figuresOf(models, figure) : new Float64Array()
    }),
    deprecated: fill(new Uint8Array(models.length), models, (model) => (isHidden(model) ? 1 : 0)),
    released,
    recency: recencyOf(models, makers, released),
  }
}

// `from` of a typed array uses an iterator, which takes several times as long as filling it.
function fill<T extends Uint8Array | Uint32Array | Float64Array>(
  column: T,
  models: readonly Model[],
  of: (model: Model) => number,
): T {
  models.forEach((model, place) => (column[place] = of(model)))
  return column
}

/** A figure of each model; NaN where it is missing or invalid. */
export function figuresOf(models: readonly Model[], of: (model: Model) => number | undefined): Float64Array {
  return fill(new Float64Array(models.length), models, (model) => {
    const figure = of(model)
    return figure === undefined || !Number.isFinite(figure) || figure < 0 ? Number.NaN : figure
  })
}

function columnOf(
  models: readonly Model[],
  name: ListName,
  values: readonly string[],
  found: readonly string[],
): Uint32Array {
  const facet = lists[name]
  const places = new Map(values.map((value, place) => [value, place]))
  if (facet.kind === 'dynamic') return Uint32Array.from(found, (value) => places.get(value) ?? 0)
  const bitOf = (value: string) => {
    const place = places.get(value)
    return place === undefined ? 0 : 1 << place
  }
  return fill(new Uint32Array(models.length), models, (model) => {
    const value = facet.of(model)
    if (typeof value === 'string') return bitOf(value)
    let bits = 0
    for (const each of value) bits |= bitOf(each)
    return bits
  })
}

function flagOf(name: FlagName) {
  return (model: Model) => (flags[name].of(model) ? 1 : 0)
}

function byFrequency(found: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of found) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).map(([key]) => key)
}

function isHidden({ deprecated, status }: Model): boolean {
  return deprecated === true && status !== 'active'
}

/** How many models are hidden until deprecated ones are shown. */
export function countDeprecated({ deprecated }: Pick<ModelIndex, 'deprecated'>): number {
  return deprecated.reduce((sum, each) => sum + each, 0)
}
