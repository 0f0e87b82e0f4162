import type { ModelIndex } from '#app/features/catalogue/query/model-index.ts'
import { makerName } from '#app/models/makers.ts'
import { pointShapes } from './draw-plot.ts'

/** A scale between figures and pixels. */
export interface PlotScale {
  toPixel: (value: number) => number
  toValue: (pixel: number) => number
  /** Round figures to draw lines at. */
  ticks: readonly number[]
}

/** The scale of shares from 0 to 1, with some room at either end. */
function shareScale(from: number, to: number): PlotScale {
  const room = 0.06
  const perShare = (to - from) / (1 + 2 * room)
  return {
    toPixel: (value) => from + (value + room) * perShare,
    toValue: (pixel) => (pixel - from) / perShare - room,
    ticks: Math.abs(perShare) < 200 ? [0, 0.5, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1],
  }
}

/** The logarithmic scale that fits all positive `values` between two pixels. */
export function logScale(values: Iterable<number>, from: number, to: number): PlotScale {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  for (const value of values) {
    if (!(value > 0)) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  if (most === 0) [least, most] = [1, 10]
  // Some room at either end, and never an empty range.
  const low = Math.log10(least) - 0.12
  const high = Math.max(Math.log10(most) + 0.12, low + 0.5)
  const perStep = (to - from) / (high - low)
  return {
    toPixel: (value) => from + (Math.log10(value) - low) * perStep,
    toValue: (pixel) => 10 ** (low + (pixel - from) / perStep),
    ticks: ticksBetween(low, high, Math.abs(to - from) / 56),
  }
}

/** 1, 2 and 5 of every power of ten if there is room, otherwise fewer. */
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

/** A drawn limit rounded outwards to three digits, so that the points it touches stay within. */
export function roundedOut(value: number, direction: 'down' | 'up'): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2)
  const steps = direction === 'down' ? Math.floor(value / unit) : Math.ceil(value / unit)
  return Number((steps * unit).toPrecision(3))
}

/** How many makers have their own colour; the last colour is for all others. */
const named = pointShapes.length - 1

/** A maker with its colour. */
export interface PlotMaker {
  name: string
  /** The index of its colour and shape. */
  category: number
}

/** The colours of a plot's makers. */
export interface PlotMakers {
  /** By maker, in the order of the index. */
  categories: Uint8Array
  /** In the order of the colours, all others last. */
  legend: readonly PlotMaker[]
}

/**
 * Gives colours to the makers with the most models at `places`. A maker that has a colour among all models keeps it, so
 * that a search or filter doesn't recolour points; the others get the free colours.
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
  // Sorting is stable: of two makers with as many models here, the one with more in all is first.
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

/** The position of everything, in CSS pixels. */
export interface PlotLayout {
  /** The places in the index of the drawn models, with their positions. */
  places: Int32Array
  xs: Float32Array
  ys: Float32Array
  x: PlotScale
  y: PlotScale
  /** The band for free models, as 0 is not on a logarithmic scale; null if there are none. */
  free: { from: number; to: number } | null
  /** Where several points overlap: the first of them, and how many there are. Most first. */
  overlaps: readonly { at: number; count: number }[]
  /** The Pareto front: the points that no other beats in both figures, from the lowest to the highest. */
  front: readonly number[]
  /** Whether less is better across, as for prices. */
  isLowBetter: boolean
  /** How many models aren't drawn because one of the two figures is unknown. */
  unknown: number
  frame: { left: number; right: number; top: number; bottom: number }
}

/** With room for the titles of the axes: above and below. */
const margin = { left: 52, right: 16, top: 24, bottom: 42 }
const freeWidth = 44

/** The figures of an axis by the place of the model, and how they are drawn; see `PlotAxis`. */
interface Axis {
  values: ArrayLike<number>
  isShare: boolean
}

/** Places models by two figures: `across`, of which 0 is free if it is a price, and `up`, of which more is better. */
export function layOutPlot(
  places: readonly number[],
  across: Axis & { isLowBetter: boolean },
  up: Axis,
  { width, height }: PlotSize,
): PlotLayout {
  const drawn = places.filter((place) => (across.values[place] ?? Number.NaN) >= 0 && isDrawn(up, place))
  const frame = { left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom }
  const acrossOf = drawn.map((place) => across.values[place] ?? 0)
  const upOf = drawn.map((place) => up.values[place] ?? 0)
  const hasFree = !across.isShare && acrossOf.includes(0)
  const free = hasFree ? { from: frame.left, to: frame.left + freeWidth } : null
  const x = scaleOf(across, acrossOf, free?.to ?? frame.left, frame.right)
  const y = scaleOf(up, upOf, frame.bottom, frame.top)
  const xs = Float32Array.from(acrossOf, (value, at) =>
    hasFree && value === 0 ? frame.left + freeWidth * (0.2 + 0.6 * spread(at)) : x.toPixel(value),
  )
  const ys = Float32Array.from(upOf, (value) => y.toPixel(value))
  return {
    places: Int32Array.from(drawn),
    xs,
    ys,
    overlaps: overlapsOf(xs, ys),
    front: frontOf(across.isLowBetter ? acrossOf : acrossOf.map((value) => -value), upOf),
    isLowBetter: across.isLowBetter,
    x,
    y,
    free,
    unknown: places.length - drawn.length,
    frame,
  }
}

/** 0 isn't on a logarithmic scale, and only prices have a band for it. */
function isDrawn({ values, isShare }: Axis, place: number): boolean {
  const value = values[place] ?? Number.NaN
  return isShare ? value >= 0 : value > 0
}

function scaleOf({ isShare }: Axis, values: readonly number[], from: number, to: number): PlotScale {
  return isShare ? shareScale(from, to) : logScale(values, from, to)
}

/** Spreads points that would share a line, evenly and always the same way. */
function spread(at: number): number {
  return (at * 0.618_034) % 1
}

/** Points closer than about this look like one. In pixels. */
const apart = 6

function overlapsOf(xs: Float32Array, ys: Float32Array): PlotLayout['overlaps'] {
  const found = new Map<number, { at: number; count: number }>()
  for (const at of xs.keys()) {
    const cell = Math.round((xs[at] ?? 0) / apart) * 10_000 + Math.round((ys[at] ?? 0) / apart)
    const overlap = found.get(cell)
    if (overlap) overlap.count += 1
    else found.set(cell, { at, count: 1 })
  }
  return [...found.values()]
    .filter(({ count }) => count > 1)
    .toSorted((one, other) => other.count - one.count || one.at - other.at)
}

/** The points with the most at their price or below. */
function frontOf(prices: readonly number[], figures: readonly number[]): number[] {
  // There are far fewer prices than models, so only those are sorted.
  const largest = new Map<number, number>()
  for (const [at, price] of prices.entries()) {
    const before = largest.get(price)
    if (before === undefined || (figures[at] ?? 0) > (figures[before] ?? 0)) largest.set(price, at)
  }
  const front: number[] = []
  let most = 0
  for (const [, at] of [...largest].toSorted(([one], [other]) => one - other)) {
    const figure = figures[at] ?? 0
    if (figure <= most) continue
    most = figure
    front.push(at)
  }
  return front
}

/** How many points are drawn where this one is. */
export function countAt({ xs, ys }: PlotLayout, at: number): number {
  const [x = 0, y = 0] = [xs[at], ys[at]]
  let count = 0
  for (let other = 0; other < xs.length; other++) {
    if (Math.abs((xs[other] ?? 0) - x) < apart / 2 && Math.abs((ys[other] ?? 0) - y) < apart / 2) count += 1
  }
  return count
}

/** The nearest point to a pixel, undefined if none is within reach. */
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
