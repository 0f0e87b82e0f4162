import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ColumnName, columnNames, firstColumns, isColumnName } from '#app/features/catalogue/table/columns.ts'
import { readIds, writeIds } from '#app/models/compare-list.ts'
import { makerKey } from '#app/models/makers.ts'
import { shownCapabilities } from '#app/models/model-words.tsx'
import { modelTypes } from '#contract/model-types.ts'
import type { Capability, ModelStatus, ModelType } from '#contract/model.ts'
import type { CatalogueSearch, SearchName } from './search.ts'

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

/** What an address asks for, and the parts of it that mean nothing, as they are written there. */
export interface ReadView {
  view: CatalogueView
  broken: readonly string[]
}

const rangeEnds = {
  context: { min: 'minContext', max: 'maxContext' },
  input: { min: 'minInput', max: 'maxInput' },
  output: { min: 'minOutput', max: 'maxOutput' },
  month: { min: 'minMonth', max: 'maxMonth' },
} as const

/**
 * Makes sense of an address, value by value: one that is broken is left out and named, the others still hold. `isMaker`
 * tells whether there is such a maker; any will do where nobody knows.
 */
export function readView(search: CatalogueSearch, isMaker: (key: string) => boolean = () => true): ReadView {
  const broken: string[] = []
  const textOf = (name: SearchName) => String(search[name] ?? '')
  const valuesOf = (name: SearchName) => [...new Set(readIds(textOf(name)))]
  const refuse = (name: SearchName, value: string) => void broken.push(`${name}=${value}`)

  function some<T extends string>(name: SearchName, known: readonly T[]): T[] {
    const asked = valuesOf(name)
    for (const value of asked) if (!known.some((each) => each === value)) refuse(name, value)
    return known.filter((value) => asked.includes(value))
  }
  function makers(): string[] {
    const keys = (['maker', 'author'] as const).flatMap((name) =>
      valuesOf(name).flatMap((value) => {
        const key = makerKey(value)
        if (key === 'community' || isMaker(key)) return key
        refuse(name, value)
        return []
      }),
    )
    return [...new Set(keys)]
  }
  function one<T extends string>(name: SearchName, known: readonly T[], otherwise: T): T {
    const text = textOf(name)
    const found = known.find((each) => each === text)
    if (found === undefined && text !== '') refuse(name, text)
    return found ?? otherwise
  }
  function amount(name: SearchName): number | undefined {
    const text = textOf(name).trim()
    if (text === '') return undefined
    const value = Number(text)
    if (Number.isFinite(value) && value >= 0) return value
    refuse(name, text)
    return undefined
  }
  function ranges(): CatalogueView['ranges'] {
    const found: Partial<Record<(typeof rangeNames)[number], Range>> = {}
    for (const name of rangeNames) {
      const min = amount(rangeEnds[name].min)
      const max = amount(rangeEnds[name].max)
      const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
      if (min !== undefined || max !== undefined) found[name] = range
    }
    return found
  }
  function sort(): SortKey[] {
    const keys: SortKey[] = []
    for (const text of valuesOf('sort')) {
      const column = text.replace(/^-/u, '')
      if (!isColumnName(column) || keys.some((key) => key.column === column)) refuse('sort', text)
      else keys.push({ column, descending: text.startsWith('-') })
    }
    return keys
  }
  function chosenColumns(): CatalogueView['columns'] {
    const chosen = some('columns', columnNames)
    return chosen.length === 0
      ? firstView.columns
      : columnNames.filter((name) => name === 'name' || chosen.includes(name))
  }

  const view: CatalogueView = {
    q: textOf('q'),
    type: some('type', modelTypes),
    maker: makers(),
    can: some('can', shownCapabilities),
    match: one('match', ['all', 'any'], 'all'),
    status: some('status', statuses),
    visibility: some('visibility', visibilities),
    price: some('price', priceKinds),
    open: one('open', ['true', 'false'], 'false') === 'true',
    deprecated: one('deprecated', ['true', 'false'], 'false') === 'true',
    ranges: ranges(),
    sort: sort(),
    columns: chosenColumns(),
    density: one('density', ['roomy', 'dense'], 'roomy'),
    view: one('view', ['table', 'plot'], 'table'),
    axis: one('axis', axes, 'input'),
  }
  return { view, broken }
}

/** The shortest address that asks for this view: what is as at first is left out. */
export function writeView(view: CatalogueView): CatalogueSearch {
  const search: CatalogueSearch = {}
  if (view.q !== '') search.q = view.q
  for (const name of ['type', 'maker', 'can', 'status', 'visibility', 'price'] as const) {
    if (view[name].length > 0) search[name] = writeIds(view[name])
  }
  if (view.match !== 'all') search.match = view.match
  if (view.open) search.open = true
  if (view.deprecated) search.deprecated = true
  for (const name of rangeNames) {
    const { min, max } = view.ranges[name] ?? {}
    if (min !== undefined) search[rangeEnds[name].min] = min
    if (max !== undefined) search[rangeEnds[name].max] = max
  }
  if (view.sort.length > 0) {
    search.sort = view.sort.map(({ column, descending }) => (descending ? '-' : '') + column).join(',')
  }
  if (view.columns.join() !== firstView.columns.join()) search.columns = view.columns.join(',')
  if (view.density !== 'roomy') search.density = view.density
  if (view.view !== 'table') search.view = view.view
  if (view.axis !== 'input') search.axis = view.axis
  return search
}

/** Changes what is shown: one step, that going back undoes. */
export type ChangeView = (change: (view: CatalogueView) => CatalogueView) => void

/** Goes to another address of the catalogue: a new step, or in place of the one that is open. */
export type OnSearch = (search: CatalogueSearch, options?: { replace: boolean }) => void

/**
 * What the address asks for, and the way to ask for something else. Unknown values are taken out of the address;
 * `ignored` has them until the next change, or until they are dismissed.
 */
export function useView(search: CatalogueSearch, onSearch: OnSearch, isMaker: (key: string) => boolean) {
  const { view, broken } = useMemo(() => readView(search, isMaker), [search, isMaker])
  const [ignored, setIgnored] = useState(broken)
  if (broken.length > 0 && broken !== ignored) setIgnored(broken)
  useEffect(() => {
    if (broken.length > 0) onSearch(writeView(view), { replace: true })
  }, [broken, view, onSearch])
  // Two steps can follow each other faster than the address does: the second builds on the first.
  const asked = useRef(view)
  useEffect(() => {
    asked.current = view
  }, [view])
  const change = useCallback<ChangeView>(
    (make) => {
      const next = make(asked.current)
      asked.current = next
      setIgnored([])
      onSearch(writeView(next))
    },
    [onSearch],
  )
  return { view, ignored, dismiss: useCallback(() => setIgnored([]), []), change }
}
