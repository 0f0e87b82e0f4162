import type { ModelType, PriceMetric } from '#contract/model.ts'
import { priceUnits, usualMetricOf } from '#app/models/price-words.ts'

/** Every column of the catalogue, in order. */
export const columnNames = [
  'name',
  'author',
  'type',
  'can',
  'context',
  'input',
  'output',
  'cached',
  'price',
  'request',
  'month',
  'status',
  'visibility',
  'age',
] as const
export type ColumnName = (typeof columnNames)[number]

/** How a column looks and behaves. */
interface Column {
  heading: string
  /** Its name in menus, when the heading is too short for that. */
  words: string
  /** In rem. The name takes what is left. */
  width: number
  /** Figures are aligned right, so that their digits line up. */
  isFigure: boolean
  /** The direction of the first press on its heading. */
  firstDescending: boolean
}

function column(heading: string, width: number, more: Partial<Column> = {}): Column {
  return { heading, words: heading, width, isFigure: false, firstDescending: false, ...more }
}

const figure = { isFigure: true }

/** Each column by its name in the address. */
export const columns: Record<ColumnName, Column> = {
  name: column('Name', 13),
  author: column('Maker', 8),
  type: column('Type', 7.75),
  can: column('Can do', 7, { firstDescending: true }),
  context: column('Context', 3.75, { ...figure, words: 'Context length', firstDescending: true }),
  input: column('Input / 1M', 5.625, { ...figure, words: 'Input price' }),
  output: column('Output / 1M', 6, { ...figure, words: 'Output price' }),
  cached: column('Cached / 1M', 6, { ...figure, words: 'Cached input price' }),
  price: column('Price', 6.5, { ...figure, words: 'Unit price' }),
  request: column('Cost per request', 4.625, figure),
  month: column('Cost per month', 5.125, figure),
  status: column('Status', 5.125),
  visibility: column('Visibility', 5.5),
  age: column('Age', 3.75),
}

/** The columns shown by default. */
export const firstColumns: readonly ColumnName[] = [
  'name',
  'can',
  'context',
  'input',
  'output',
  'request',
  'month',
  'status',
  'age',
]

/** Columns that say nothing about models priced by the image, the minute or the character. */
const tokenColumns: ReadonlySet<ColumnName> = new Set(['input', 'output', 'cached', 'request', 'month'])

/** The chosen columns as they fit the type filter: when all its types are priced by one other unit, by that. */
export function columnsFor(chosen: readonly ColumnName[], types: readonly ModelType[]): readonly ColumnName[] {
  if (usualMetricOf(types) === null || !chosen.some((name) => tokenColumns.has(name))) return chosen
  return columnNames.filter((name) => name === 'price' || (chosen.includes(name) && !tokenColumns.has(name)))
}

/** A column's heading under a type filter: `Price per image`. */
export function headingOf(name: ColumnName, types: readonly ModelType[]): string {
  return (name === 'price' && priceHeadingOf(types)) || columns[name].heading
}

/** A column's name in menus under a type filter. */
export function wordsOf(name: ColumnName, types: readonly ModelType[]): string {
  return (name === 'price' && priceHeadingOf(types)) || columns[name].words
}

function priceHeadingOf(types: readonly ModelType[]): string | undefined {
  const metric: PriceMetric | null = usualMetricOf(types)
  return metric === null ? undefined : priceUnits[metric].heading
}

/** Whether a text names a column. */
export function isColumnName(text: string): text is ColumnName {
  return Object.hasOwn(columns, text)
}

/** Room for what one can do with a model, in rem. */
const actionsWidth = 6.5

/** Room at the right edge, in rem. */
const edge = 0.75

/** The places of the columns, as in `grid-template-columns`, and how narrow a row can be, in rem. */
export function layoutOf(names: readonly ColumnName[]): { template: string; narrowest: number } {
  const widths = names.map((name) =>
    name === 'name' ? `minmax(${columns.name.width}rem, 1fr)` : `${columns[name].width}rem`,
  )
  return {
    template: [...widths, `${actionsWidth}rem`].join(' '),
    narrowest: names.reduce((sum, name) => sum + columns[name].width, actionsWidth + edge),
  }
}
