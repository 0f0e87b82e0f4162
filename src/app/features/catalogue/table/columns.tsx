import type { ReactNode } from 'react'
import type { FacetColumn } from '#app/features/catalogue/facets/facet-table.ts'
import {
  type FacetColumnName,
  type ListName,
  labelOf,
  listNames,
  lists,
} from '#app/features/catalogue/facets/facets.ts'
import { type PassName, isPassName, noPassRates, passWords, ratesOf } from '#app/features/catalogue/query/pass-names.ts'
import type { ExperimentRates, PassRates } from '#app/data/experiments/pass-rates.ts'
import { type Costs, type ModelIndex, figuresOf, rangeFigures } from '#app/features/catalogue/query/model-index.ts'
import { mainPriceOf, priceUnits, usualMetricOf } from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { unknownMark } from '#app/ui/format.ts'
import type { Model, ModelType, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import {
  AgeFigure,
  CapabilityFigure,
  ContextFigure,
  CostFigure,
  NameCell,
  PassFigure,
  PriceFigure,
  StatusCell,
  UnitPriceFigure,
} from './cells.tsx'

/** What a cell is drawn from. */
export interface CellProps {
  model: Model
  isDense: boolean
  /** The metric of the price column under the type filter. */
  priceMetric: PriceMetric | null
  workload: Workload
  now: number
}

/** How a column looks and behaves. */
interface Column {
  heading: string
  /** Its name in menus, if the heading is too short for that. */
  words?: string
  /** In rem. The name takes the remaining width. */
  width: number
  /** Figures are aligned right, so that their digits line up. */
  isFigure?: boolean
  /** The direction of the first press on its heading. */
  firstDescending?: boolean
  /** Shown by default. */
  isFirst?: boolean
  /** A price per token, which says nothing about models priced by the image, the minute or the character. */
  isTokenPrice?: boolean
  /** Per model, a figure to sort by; NaN if unknown. */
  sortBy: (index: ModelIndex, costs: () => Costs) => ArrayLike<number>
  cell: (props: CellProps) => ReactNode
}

const ofFacets = facetColumns()

/** The columns by their names in the URL, in order. The column of a facet that isn't named here comes last. */
const placedColumns = {
  name: {
    heading: 'Name',
    width: 9.5,
    isFirst: true,
    sortBy: ({ models }) => ranksOf(models.map(({ name }) => name)),
    cell: (props) => <NameCell {...props} />,
  },
  author: ofFacets.author,
  type: ofFacets.type,
  can: { ...ofFacets.can, isFirst: true, cell: (props) => <CapabilityFigure {...props} /> },
  context: {
    heading: 'Context',
    words: 'Context length',
    width: 4.5,
    isFigure: true,
    firstDescending: true,
    isFirst: true,
    sortBy: (index, costs) => rangeFigures(index, 'context', costs),
    cell: (props) => <ContextFigure {...props} />,
  },
  input: {
    heading: 'Input / 1M',
    words: 'Input price',
    width: 5.25,
    isFigure: true,
    isFirst: true,
    isTokenPrice: true,
    sortBy: (index, costs) => rangeFigures(index, 'input', costs),
    cell: (props) =>
      mainPriceOf(props.model) === null || rateOf(props.model, 'input_tokens') !== undefined ? (
        <PriceFigure {...props} metric="input_tokens" />
      ) : (
        <UnitPriceFigure {...props} />
      ),
  },
  output: {
    heading: 'Output / 1M',
    words: 'Output price',
    width: 5.5,
    isFigure: true,
    isFirst: true,
    isTokenPrice: true,
    sortBy: (index, costs) => rangeFigures(index, 'output', costs),
    cell: (props) => <PriceFigure {...props} metric="output_tokens" />,
  },
  cached: {
    heading: 'Cached / 1M',
    words: 'Cached input price',
    width: 6,
    isFigure: true,
    isTokenPrice: true,
    sortBy: ({ models }) => figuresOf(models, (model) => rateOf(model, 'cached_input_tokens')),
    cell: (props) => <PriceFigure {...props} metric="cached_input_tokens" />,
  },
  price: {
    heading: 'Price',
    words: 'Unit price',
    width: 6.5,
    isFigure: true,
    sortBy: ({ models }) => figuresOf(models, unitPriceOfModel),
    cell: (props) => <UnitPriceFigure {...props} metric={props.priceMetric} />,
  },
  request: {
    heading: 'Cost per request',
    width: 5.25,
    isFigure: true,
    isFirst: true,
    isTokenPrice: true,
    sortBy: (_, costs) => costs().request,
    cell: (props) => <CostFigure {...props} per="request" />,
  },
  month: {
    heading: 'Cost per month',
    width: 5.25,
    isFigure: true,
    isFirst: true,
    isTokenPrice: true,
    sortBy: (_, costs) => costs().month,
    cell: (props) => <CostFigure {...props} per="month" />,
  },
  status: {
    ...ofFacets.status,
    cell: ({ model }) => <StatusCell model={model} />,
  },
  visibility: ofFacets.visibility,
  age: {
    heading: 'Age',
    width: 3.75,
    sortBy: ({ released }) => released.map((time) => -time),
    cell: (props) => <AgeFigure {...props} />,
  },
} satisfies Record<string, Column>

type FixedColumnName = keyof typeof placedColumns | FacetColumnName
export type ColumnName = FixedColumnName | PassName

export const columns: Readonly<Record<FixedColumnName, Column>> = { ...ofFacets, ...placedColumns }

/** Every column but those of experiments, in order. */
export const columnNames: readonly FixedColumnName[] = [
  ...new Set([...Object.keys(placedColumns), ...Object.keys(ofFacets)]),
].filter(isFixedColumnName)

/** A column, also of an experiment. */
export function columnOf(name: ColumnName, passRates: PassRates = noPassRates): Column {
  return isPassName(name) ? passColumn(ratesOf(name, passRates)) : columns[name]
}

function passColumn(of: ExperimentRates | undefined): Column {
  return {
    heading: passWords(of),
    width: 8.5,
    isFigure: true,
    firstDescending: true,
    sortBy: ({ models }) => figuresOf(models, ({ id }) => of?.rates.get(id)?.passRate),
    cell: ({ model }) => <PassFigure of={of?.rates.get(model.id)} />,
  }
}

/** The columns shown by default. */
export const firstColumns: readonly ColumnName[] = columnNames.filter((name) => columns[name].isFirst)

/** The chosen columns under a type filter: if all its types are priced by one other unit than tokens, by that. */
export function columnsFor(chosen: readonly ColumnName[], types: readonly ModelType[]): readonly ColumnName[] {
  if (usualMetricOf(types) === null || !chosen.some((name) => columnOf(name).isTokenPrice)) return chosen
  const fixed = columnNames.filter((name) => name === 'price' || (chosen.includes(name) && !columns[name].isTokenPrice))
  return [...fixed, ...chosen.filter(isPassName)]
}

/** A column's heading under a type filter: `Price per image`. */
export function headingOf(name: ColumnName, types: readonly ModelType[], passRates?: PassRates): string {
  return (name === 'price' && priceHeadingOf(types)) || columnOf(name, passRates).heading
}

/** A column's name in menus under a type filter. */
export function wordsOf(name: ColumnName, types: readonly ModelType[], passRates?: PassRates): string {
  const { words, heading } = columnOf(name, passRates)
  return (name === 'price' && priceHeadingOf(types)) || (words ?? heading)
}

function priceHeadingOf(types: readonly ModelType[]): string | undefined {
  const metric = usualMetricOf(types)
  return metric === null ? undefined : priceUnits[metric].heading
}

/** Whether a text names a column; one of an experiment may be gone. */
export function isColumnName(text: string): text is ColumnName {
  return isFixedColumnName(text) || isPassName(text)
}

function isFixedColumnName(text: string): text is FixedColumnName {
  return Object.hasOwn(columns, text)
}

/** Room for the row's buttons, in rem. */
const actionsWidth = 6.5

/** Room at the right edge, in rem. */
const edge = 0.75

/**
 * The least width of the name. The first columns fit a window of 80rem; a smaller one is scrolled sideways anyway, so there
 * the name has room again.
 */
const narrowestName = `clamp(${columns.name.width}rem, ${columns.name.width}rem + 80rem - 100vw, 13rem)`

/** The columns' widths as `grid-template-columns`, and the minimum width of a row. */
export function layoutOf(names: readonly ColumnName[]): { template: string; narrowest: string } {
  const widths = names.map((name) => (name === 'name' ? `minmax(${narrowestName}, 1fr)` : `${columnOf(name).width}rem`))
  const others = names
    .filter((name) => name !== 'name')
    .reduce((sum, name) => sum + columnOf(name).width, actionsWidth + edge)
  return { template: [...widths, `${actionsWidth}rem`].join(' '), narrowest: `calc(${others}rem + ${narrowestName})` }
}

/** The columns that facets bring. */
function facetColumns(): Record<FacetColumnName, Column>
function facetColumns(): Record<string, Column> {
  return Object.fromEntries(
    listNames.flatMap((name) => {
      const { column } = lists[name]
      return column ? [[column.name, columnOfFacet(name, column)]] : []
    }),
  )
}

function columnOfFacet(name: ListName, { width, heading, sort }: FacetColumn): Column {
  const { label, kind, of } = lists[name]
  const isCount = sort === 'count'
  return {
    heading: heading ?? label,
    width,
    firstDescending: isCount,
    sortBy({ models, facets }) {
      if (kind === 'dynamic') return ranksOf(models.map((model) => labelOf(name, of(model))))
      // The bits of single values are in the order of the values.
      return Float64Array.from(facets[name], (bits) => (isCount ? countBits(bits) : bits) || Number.NaN)
    },
    cell({ model }) {
      const values = [of(model)].flat().map((value) => labelOf(name, value))
      return values.length === 0 ? unknownMark : <bdi className="block truncate">{values.join(', ')}</bdi>
    },
  }
}

/** The position of each text in alphabetical order: a collator is slow, so each text is compared only once. */
function ranksOf(texts: readonly string[]): Float64Array {
  const collator = new Intl.Collator('en')
  const sorted = [...new Set(texts)].toSorted(collator.compare)
  const ranks = new Map(sorted.map((text, rank) => [text, rank]))
  return Float64Array.from(texts, (text) => ranks.get(text) ?? 0)
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

function unitPriceOfModel(model: Model): number | undefined {
  const main = mainPriceOf(model)
  // Prices per 1M tokens can't be ranked among prices per image.
  return main && main.metric === usualMetricOf([model.model_type]) ? main.price : undefined
}
