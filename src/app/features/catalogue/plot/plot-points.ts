import type { ModelIndex } from '#app/features/catalogue/query/model-index.ts'
import { makerName } from '#app/models/makers.ts'
import { pointShapes } from './draw-plot.ts'

/** A logarithmic scale between figures and pixels. */
export interface LogScale {
  toPixel: (value: number) => number
  toValue: (pixel: number) => number
  /** Round figures to draw lines at. */
  ticks: readonly number[]
}

/** The scale on which all of `values` stand between two pixels; figures of 0 and below belong on none. */
export function logScale(values: Iterable<number>, from: number, to: number): LogScale {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  for (const value of values) {
    if (!(value > 0)) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  if (most === 0) [least, most] = [1, 10]
  // Half a step of room at either end, and never nothing between them.
  const low = Math.log10(least) - 0.12
  const high = Math.max(Math.log10(most) + 0.12, low + 0.5)
  const perStep = (to - from) / (high - low)
  return {
    toPixel: (value) => from + (Math.log10(value) - low) * perStep,
    toValue: (pixel) => 10 ** (low + (pixel - from) / perStep),
    ticks: ticksBetween(low, high, Math.abs(to - from) / 56),
  }
}

/** 1, 2 and 5 of every power of ten where there is room for so many, else fewer. */
function ticksBetween(low: number, high: number, room: number): number[] {
  const powers: number[] = []
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) powers.push(power)
  const steps = [[1, 2, 5], [1, 3], [1]].find((each) => each.length * (high - low) <= room) ?? [1]
  const every = steps.length === 1 ? Math.max(1, Math.ceil((high - low) / Math.max(1, room))) : 1
  return powers
    .filter((_, place) => place % every === 0)
    .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
    .filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high)
}

/** A limit that a hand has drawn, to three places: outwards, so that what it touches stays within. */
export function roundedOut(value: number, direction: 'down' | 'up'): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2)
  const steps = direction === 'down' ? Math.floor(value / unit) : Math.ceil(value / unit)
  return Number((steps * unit).toPrecision(3))
}

/** As many makers have a colour of their own; the last is everyone else's. */
const named = pointShapes.length - 1

/** Whose a colour is. */
export interface PlotMaker {
  name: string
  /** The place of the colour and the shape that go with it. */
  category: number
}

/** Which colours a plot's models have. */
export interface PlotMakers {
  /** By maker, in the order of the index. */
  categories: Uint8Array
  /** In the order of the colours; everyone else last, where there is anyone. */
  legend: readonly PlotMaker[]
}

/**
 * Gives colours to the makers with the most of the models at `places`. One that has a colour among all models keeps it,
 * whatever is shown, so that a search or a filter recolours nothing that stays; the others take what is free.
 */
export function plotMakers(
  { values: { maker: makers }, facets: { maker } }: Pick<ModelIndex, 'values' | 'facets'>,
  places: ArrayLike<number>,
): PlotMakers {
  const counts = new Uint32Array(makers.length)
  for (let at = 0; at < places.length; at++) {
    const code = maker[places[at] ?? -1] ?? -1
    counts[code] = (counts[code] ?? 0) + 1
  }
  const shown = [...counts.keys()].filter((code) => counts[code] !== 0)
  // Sorting is stable: of two who have as many, the one with more among all models is first.
  const largest = shown.toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0)).slice(0, named)
  const free = [...pointShapes.keys()].slice(0, named).filter((category) => !largest.includes(category))
  const categories = new Uint8Array(makers.length).fill(named)
  for (const code of largest) categories[code] = code < named ? code : (free.shift() ?? named)
  const legend = largest
    .map((code) => ({ name: makerName(makers[code] ?? ''), category: categories[code] ?? named }))
    .toSorted((one, other) => one.category - other.category)
  return { categories, legend: shown.length > named ? [...legend, { name: 'others', category: named }] : legend }
}

/** In CSS pixels. */
export interface PlotSize {
  width: number
  height: number
}

/** Where everything stands, in CSS pixels. */
export interface PlotLayout {
  /** Places in the index of the models that are drawn, with where each stands. */
  places: Int32Array
  xs: Float32Array
  ys: Float32Array
  x: LogScale
  y: LogScale
  /** The band of what is free, which has no place on a logarithmic scale; null where nothing is. */
  free: { from: number; to: number } | null
  /** How many have no price or no context, and so no place. */
  unknown: number
  frame: { left: number; right: number; top: number; bottom: number }
}

const margin = { left: 52, right: 16, top: 10, bottom: 26 }
const freeWidth = 44

/** Places models by price (across) and context (up). */
export function layOutPlot(
  index: Pick<ModelIndex, 'figures'>,
  places: readonly number[],
  prices: Float64Array,
  { width, height }: PlotSize,
): PlotLayout {
  const contexts = index.figures.context
  const drawn = places.filter((place) => (prices[place] ?? Number.NaN) >= 0 && (contexts[place] ?? Number.NaN) > 0)
  const frame = { left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom }
  const hasFree = drawn.some((place) => prices[place] === 0)
  const free = hasFree ? { from: frame.left, to: frame.left + freeWidth } : null
  const pricesOf = drawn.map((place) => prices[place] ?? 0)
  const contextsOf = drawn.map((place) => contexts[place] ?? 0)
  const x = logScale(pricesOf, free?.to ?? frame.left, frame.right)
  const y = logScale(contextsOf, frame.bottom, frame.top)
  return {
    places: Int32Array.from(drawn),
    xs: Float32Array.from(pricesOf, (price, at) =>
      price === 0 ? frame.left + freeWidth * (0.2 + 0.6 * spread(at)) : x.toPixel(price),
    ),
    ys: Float32Array.from(contextsOf, (context) => y.toPixel(context)),
    x,
    y,
    free,
    unknown: places.length - drawn.length,
    frame,
  }
}

/** Side by side what would stand on one line, evenly and always alike. */
function spread(at: number): number {
  return (at * 0.618_034) % 1
}

/** The place of the model nearest to a pixel, undefined where none is within reach. */
export function pointAt(layout: PlotLayout, x: number, y: number, reach = 14): number | undefined {
  let nearest: number | undefined
  let least = reach * reach
  for (let at = 0; at < layout.places.length; at++) {
    const distance = ((layout.xs[at] ?? 0) - x) ** 2 + ((layout.ys[at] ?? 0) - y) ** 2
    if (distance > least) continue
    least = distance
    nearest = at
  }
  return nearest
}
