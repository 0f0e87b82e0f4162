import type { PassRates } from '#app/data/experiments/pass-rates.ts'
import { type AxisName, type RangeName, ranges } from '#app/features/catalogue/facets/facets.ts'
import { type Costs, type ModelIndex, rangeFigures } from '#app/features/catalogue/query/model-index.ts'
import { type PassName, isPassName } from '#app/features/catalogue/query/pass-names.ts'
import { columnOf } from '#app/features/catalogue/table/columns.tsx'
import { dollarsOfTick } from '#app/models/price-words.ts'
import { formatCount, formatDollars, formatShare, formatSize } from '#app/ui/format.ts'

/** What is plotted along an axis. */
export interface PlotAxis {
  /** In sentences: `input price`. */
  noun: string
  /** The same in few words: `price`. */
  brief: string
  /** Written along the axis, with the unit. */
  title: string
  /** By the place of the model; NaN if unknown. */
  values: ArrayLike<number>
  /** A share from 0 to 1, on a linear scale; other figures are on a logarithmic one. */
  isShare: boolean
  isLowBetter: boolean
  /** What a selected area filters by; null if that can't be a filter. */
  range: RangeName | null
  tick: (value: number) => string
  /** Of one model. */
  words: (value: number) => string
}

/** An axis by its name in the URL. */
export function plotAxis(
  name: AxisName | 'context' | PassName,
  index: ModelIndex,
  costs: () => Costs,
  passRates: PassRates,
): PlotAxis {
  if (isPassName(name)) return passAxis(name, index, costs, passRates)
  return name === 'context' ? contextAxis(index, costs) : priceAxis(name, index, costs)
}

function passAxis(name: PassName, index: ModelIndex, costs: () => Costs, passRates: PassRates): PlotAxis {
  const { heading, sortBy } = columnOf(name, passRates)
  return {
    noun: heading.replace('Pass', 'pass'),
    brief: 'pass rate',
    title: heading,
    values: sortBy(index, costs),
    isShare: true,
    isLowBetter: false,
    range: null,
    tick: (value) => `${Math.round(value * 100)} %`,
    words: (value) => `${formatShare(value)} passed`,
  }
}

function contextAxis(index: ModelIndex, costs: () => Costs): PlotAxis {
  return {
    noun: 'context length',
    brief: 'context',
    title: 'Context (tokens)',
    values: rangeFigures(index, 'context', costs),
    isShare: false,
    isLowBetter: false,
    range: 'context',
    tick: formatSize,
    words: (value) => `${formatCount(value)} tokens`,
  }
}

function priceAxis(name: AxisName, index: ModelIndex, costs: () => Costs): PlotAxis {
  const noun = ranges[name].label.toLowerCase()
  return {
    noun,
    brief: noun,
    title: name === 'month' ? 'Cost per month ($)' : `${ranges[name].label} ($ per 1M tokens)`,
    values: rangeFigures(index, name, costs),
    isShare: false,
    isLowBetter: true,
    range: name,
    tick: dollarsOfTick,
    words: (value) => `${formatDollars(value)} ${name === 'month' ? 'per month' : `${name} per 1M`}`,
  }
}

/** What the front has most of for what: `most context for the price`. */
export function frontWords(x: PlotAxis, y: PlotAxis): string {
  return `${y.isShare ? 'highest' : 'most'} ${y.brief} for the ${x.isLowBetter ? 'price' : x.brief}`
}
