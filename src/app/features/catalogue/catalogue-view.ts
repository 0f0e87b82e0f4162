import type { Capability, ModelStatus, ModelType } from '#contract/model.ts'
import { firstColumns, type ColumnName } from './columns.ts'

/** By what and which way the catalogue is sorted. */
export interface SortKey {
  column: ColumnName
  descending: boolean
}

/** The figures that can be limited. Prices are US dollars per 1M tokens, `month` US dollars for the workload. */
export const rangeNames = ['context', 'input', 'output', 'month'] as const
export type RangeName = (typeof rangeNames)[number]

/** Both ends belong to it; an end that is absent is open. */
export interface Range {
  min?: number
  max?: number
}

/** The statuses to filter by: what is deleted is not listed. */
export const statuses = ['active', 'pending', 'inactive'] as const satisfies readonly ModelStatus[]
export const visibilities = ['public', 'private'] as const
/** Some price is known; everything that is priced is free. */
export const priceKinds = ['known', 'free'] as const
/** What a plot can have across. */
export const axes = ['input', 'output', 'month'] as const satisfies readonly RangeName[]

/** What a person asks of the catalogue and how it is shown: everything that the address says, made sense of. */
export interface CatalogueView {
  q: string
  type: readonly ModelType[]
  /** Keys of makers; `community` is every maker without an author of its own. */
  maker: readonly string[]
  can: readonly Capability[]
  /** Whether a model must have all of those capabilities, or any. */
  match: 'all' | 'any'
  status: readonly ModelStatus[]
  visibility: readonly (typeof visibilities)[number][]
  price: readonly (typeof priceKinds)[number][]
  /** Only what the playground can call now. */
  open: boolean
  /** Whether deprecated models are shown too. */
  deprecated: boolean
  ranges: Readonly<Partial<Record<RangeName, Range>>>
  sort: readonly SortKey[]
  columns: readonly ColumnName[]
  density: 'roomy' | 'dense'
  view: 'table' | 'plot'
  /** What the plot's other axis is. */
  axis: (typeof axes)[number]
}

/** The catalogue as an address without anything in it shows it. */
export const firstView: CatalogueView = {
  q: '',
  type: [],
  maker: [],
  can: [],
  match: 'all',
  status: [],
  visibility: [],
  price: [],
  open: false,
  deprecated: false,
  ranges: {},
  sort: [],
  columns: firstColumns,
  density: 'roomy',
  view: 'table',
  axis: 'input',
}

/** The same way of showing, with nothing filtered out. */
export function withoutFilters(view: CatalogueView): CatalogueView {
  const { deprecated, sort, columns, density, view: shape, axis } = view
  return { ...firstView, deprecated, sort, columns, density, view: shape, axis }
}
