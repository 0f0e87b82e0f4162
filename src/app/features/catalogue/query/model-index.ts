import { isCallable } from '#app/models/callable.tsx'
import { contextOf } from '#app/models/context-of.ts'
import { releasedAt } from '#app/models/dates.ts'
import { makerOf } from '#app/models/makers.ts'
import { shownCapabilities } from '#app/models/model-words.tsx'
import { mainPriceOf, usualMetricOf } from '#app/models/price-words.ts'
import { modelTypes } from '#contract/model-types.ts'
import type { Model } from '#contract/model.ts'
import { statuses, visibilities } from './catalogue-view.ts'
import { type SearchIndex, createSearchIndex } from './search.ts'

/** A name's family and version: `gpt-5.1-codex` is `gpt`, 5.1. */
interface Versioned {
  family: string
  version: number
}

/**
 * About when each model came out, in milliseconds since 1970: its release date; else the year and month in its name; else
 * the date of the nearest version of its family that has one, the earlier rather than the later. NaN where there is none.
 * Only for the order: nothing of this is shown.
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
  // `8b` is a size, and no part of the version.
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

/** What filtering and sorting look at, in columns: a model's place in `models` is its place in each. Unknown is NaN. */
export interface ModelIndex {
  models: readonly Model[]
  /** Made when it is first asked for: the first rows can be shown without. */
  readonly search: SearchIndex
  /** The keys of all makers, those with the most models first. */
  makers: readonly string[]
  /** Places in `modelTypes`, `makers`, `statuses` and `visibilities`; `noCode` for a value that this page does not know. */
  type: Uint8Array
  maker: Uint16Array
  status: Uint8Array
  visibility: Uint8Array
  /** A bit per capability, as they stand in `shownCapabilities`. */
  can: Uint8Array
  /** 1: some price is known, 2: all that is known is free. */
  price: Uint8Array
  /** 1: the playground can call it now. */
  open: Uint8Array
  /** Tokens. */
  context: Float64Array
  /** US dollars per 1M tokens. */
  input: Float64Array
  output: Float64Array
  cached: Float64Array
  /** 1: its maker has deprecated it, and it can't be called here. */
  deprecated: Uint8Array
  /** US dollars per image, minute or 1M characters, for models priced that way. */
  unitPrice: Float64Array
  /** When it came out, in milliseconds since 1970. */
  released: Float64Array
  /** The same, or about when by its version; NaN where not even that is known. */
  recency: Float64Array
}

const noCode = 255
const priceBits = { known: 1, free: 2 } as const

/** Puts a list of models into columns. Its cost is a few milliseconds per 10,000; everything after it is loops over numbers. */
export function indexModels(models: readonly Model[]): ModelIndex {
  const makerOfEach = models.map(makerOf)
  const makers = byFrequency(makerOfEach)
  const placeOfMaker = new Map(makers.map((key, place) => [key, place]))
  const count = models.length
  // `from` walks with an iterator, which costs several times as much as filling what is there.
  const fill = <T extends Uint8Array | Uint16Array | Float64Array>(column: T, of: (model: Model) => number): T => {
    models.forEach((model, place) => (column[place] = of(model)))
    return column
  }
  const figures = (of: (model: Model) => number | undefined) =>
    fill(new Float64Array(count), (model) => known(of(model)))
  const codes = <T>(names: readonly T[], of: (model: Model) => T) => {
    const places = new Map(names.map((name, place) => [name, place]))
    return fill(new Uint8Array(count), (model) => places.get(of(model)) ?? noCode)
  }
  const released = figures(releasedAt)
  let search: SearchIndex | undefined
  return {
    models,
    get search() {
      return (search ??= createSearchIndex(models, makerOfEach))
    },
    makers,
    type: codes(modelTypes, (model) => model.model_type),
    maker: Uint16Array.from(makerOfEach, (key) => placeOfMaker.get(key) ?? 0),
    status: codes<string>(statuses, (model) => model.status),
    visibility: codes(visibilities, (model) => model.visibility),
    can: fill(new Uint8Array(count), ({ capabilities = [] }) =>
      capabilities.reduce((bits, each) => bits | (1 << shownCapabilities.indexOf(each)), 0),
    ),
    open: fill(new Uint8Array(count), (model) => (isCallable(model) ? 1 : 0)),
    context: figures(contextOf),
    deprecated: fill(new Uint8Array(count), ({ deprecated, status }) => (deprecated && status !== 'active' ? 1 : 0)),
    released,
    recency: recencyOf(models, makerOfEach, released),
    unitPrice: figures(unitPriceOfModel),
    ...pricesOf(models),
  }
}

function unitPriceOfModel(model: Model): number | undefined {
  const main = mainPriceOf(model)
  // Prices per 1M tokens can't be ranked among prices per image.
  return main && main.metric === usualMetricOf([model.model_type]) ? main.price : undefined
}

/** All columns that prices make, in one walk over them: for many thousand models that is what an index costs. */
function pricesOf(models: readonly Model[]) {
  const column = () => new Float64Array(models.length).fill(Number.NaN)
  const [input, output, cached] = [column(), column(), column()]
  const price = new Uint8Array(models.length)
  for (const [place, { pricing }] of models.entries()) {
    let isFree = true
    // The first price of a kind is the one that holds, so it is written last.
    for (let at = pricing.length - 1; at >= 0; at--) {
      const { metric, rate } = pricing[at] ?? {}
      const figure = known(rate)
      if (metric === 'input_tokens') input[place] = figure
      if (metric === 'output_tokens') output[place] = figure
      if (metric === 'cached_input_tokens') cached[place] = figure
      if (Number.isNaN(figure)) continue
      price[place] = priceBits.known
      if (figure !== 0) isFree = false
    }
    if (isFree && price[place] === priceBits.known) price[place] = priceBits.known | priceBits.free
  }
  return { price, input, output, cached }
}

/** What nobody told, or nobody can have meant. */
function known(value: number | undefined): number {
  return value === undefined || !Number.isFinite(value) || value < 0 ? Number.NaN : value
}

function byFrequency(keys: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).map(([key]) => key)
}

/** How many models are hidden until deprecated ones are shown. */
export function deprecatedOf({ deprecated }: Pick<ModelIndex, 'deprecated'>): number {
  return deprecated.reduce((sum, each) => sum + each, 0)
}
