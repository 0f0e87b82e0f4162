import { makerName } from '#app/models/makers.ts'
import { shapes } from './draw-plot.ts'
import type { ModelIndex } from './model-index.ts'

/** As many makers have a colour of their own; the last is everyone else's. */
const named = shapes.length - 1

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
  { makers, maker }: Pick<ModelIndex, 'makers' | 'maker'>,
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
  const free = [...shapes.keys()].slice(0, named).filter((category) => !largest.includes(category))
  const categories = new Uint8Array(makers.length).fill(named)
  for (const code of largest) categories[code] = code < named ? code : (free.shift() ?? named)
  const legend = largest
    .map((code) => ({ name: makerName(makers[code] ?? ''), category: categories[code] ?? named }))
    .toSorted((one, other) => one.category - other.category)
  return { categories, legend: shown.length > named ? [...legend, { name: 'others', category: named }] : legend }
}
