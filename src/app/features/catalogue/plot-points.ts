import type { ModelIndex } from './model-index.ts'
import { logScale, type LogScale } from './plot-scale.ts'

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
  index: Pick<ModelIndex, 'context'>,
  places: readonly number[],
  prices: Float64Array,
  { width, height }: PlotSize,
): PlotLayout {
  const contexts = index.context
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
