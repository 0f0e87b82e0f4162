import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type AxisName,
  type FlagFilters,
  type ListFilters,
  type ListName,
  type Range,
  type RangeName,
  axes,
  flagNames,
  listNames,
  lists,
  rangeNames,
  recordOf,
} from '#app/features/catalogue/facets/facets.ts'
import { type ColumnName, columnNames, firstColumns, isColumnName } from '#app/features/catalogue/table/columns.tsx'
import { readIds, writeIds } from '#app/models/compare-list.ts'
import type { CatalogueSearch, OnSearch } from './catalogue-search.ts'
import { type PassName, isPassName, ratesOf, usePassRates } from './pass-names.ts'

/** A column that the catalogue is sorted by, and which way. */
export interface SortKey {
  column: ColumnName
  descending: boolean
}

/** What the catalogue shows and how: the URL's meaning. */
export interface CatalogueView extends ListFilters, FlagFilters {
  /** The search text. */
  q: string
  /** Whether a model needs all of the chosen values, or any, of facets that leave the choice. */
  match: 'all' | 'any'
  /** Whether deprecated models are shown too. */
  deprecated: boolean
  ranges: Readonly<Partial<Record<RangeName, Range>>>
  sort: readonly SortKey[]
  columns: readonly ColumnName[]
  density: 'roomy' | 'dense'
  view: 'table' | 'plot'
  /** The plot's horizontal axis. */
  axis: AxisName | PassName
  /** The plot's vertical axis. */
  yAxis: 'context' | PassName
}

/** The catalogue without a query in its URL. */
export const firstView: CatalogueView = {
  q: '',
  ...recordOf(listNames, () => []),
  match: 'all',
  ...recordOf(flagNames, () => false),
  deprecated: false,
  ranges: {},
  sort: [],
  columns: firstColumns,
  density: 'roomy',
  view: 'table',
  axis: 'input',
  yAxis: 'context',
}

/** The same sorting and layout, without search and filters. */
export function withoutFilters(view: CatalogueView): CatalogueView {
  const { deprecated, sort, columns, density, view: shape, axis, yAxis } = view
  return { ...firstView, deprecated, sort, columns, density, view: shape, axis, yAxis }
}

/** What a URL asks for, and its invalid parts as they are written there. */
interface ReadView {
  view: CatalogueView
  broken: readonly string[]
  /** Whether it names experiments that were deleted, which are left out without a word. */
  isOutdated: boolean
}

/** `minContext` for `min` and `context`. */
function limitName(end: 'min' | 'max', name: RangeName): string {
  return end + name.charAt(0).toUpperCase() + name.slice(1)
}

/**
 * Reads a URL value by value: invalid ones are left out and named, the others are applied. `isListed` says whether a model
 * has a value of a dynamic facet, `isTried` whether there are pass rates of a name; without them, every value is taken.
 */
export function readView(
  search: CatalogueSearch,
  isListed: (name: ListName, value: string) => boolean = () => true,
  isTried: (name: PassName) => boolean = () => true,
): ReadView {
  const broken: string[] = []
  let isOutdated = false
  const textOf = (name: string) => String(search[name] ?? '')
  const idsOf = (name: string) => [...new Set(readIds(textOf(name)))]
  const refuse = (name: string, value: string) => void broken.push(`${name}=${value}`)

  /** Whether this names pass rates that there are. */
  function isThere(text: string): text is PassName {
    if (!isPassName(text)) return false
    const isKept = isTried(text)
    isOutdated ||= !isKept
    return isKept
  }
  function some<T extends string>(name: string, known: readonly T[], isOther?: (value: string) => boolean): T[] {
    const asked = idsOf(name)
    for (const value of asked) {
      if (isOther?.(value) !== true && !known.some((each) => each === value)) refuse(name, value)
    }
    return known.filter((value) => asked.includes(value))
  }
  function list(name: ListName): string[] {
    const facet = lists[name]
    if (facet.kind === 'fixed') return some(name, Object.keys(facet.values))
    const spellings = facet.alias === undefined ? [name] : [name, facet.alias]
    const values = spellings.flatMap((spelling) =>
      idsOf(spelling).flatMap((text) => {
        const value = facet.normalize(text)
        if (facet.isKnown(value) || isListed(name, value)) return value
        refuse(spelling, text)
        return []
      }),
    )
    return [...new Set(values)]
  }
  function one<T extends string>(name: string, known: readonly T[], otherwise: T): T {
    const text = textOf(name)
    const found = known.find((each) => each === text)
    if (found === undefined && text !== '') refuse(name, text)
    return found ?? otherwise
  }
  function flag(name: string): boolean {
    return one(name, ['true', 'false'], 'false') === 'true'
  }
  function amount(name: string): number | undefined {
    const text = textOf(name).trim()
    if (text === '') return undefined
    const value = Number(text)
    if (Number.isFinite(value) && value >= 0) return value
    refuse(name, text)
    return undefined
  }
  function range(name: RangeName): Range {
    const min = amount(limitName('min', name))
    const max = amount(limitName('max', name))
    return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  }
  function sort(): SortKey[] {
    const keys: SortKey[] = []
    for (const text of idsOf('sort')) {
      const column = text.replace(/^-/u, '')
      if (isPassName(column) && !isThere(column)) continue
      if (!isColumnName(column) || keys.some((key) => key.column === column)) refuse('sort', text)
      else keys.push({ column, descending: text.startsWith('-') })
    }
    return keys
  }
  function chosenColumns(): CatalogueView['columns'] {
    const chosen = some('columns', columnNames, isPassName)
    const tried = idsOf('columns').filter(isThere)
    return chosen.length + tried.length === 0
      ? firstView.columns
      : [...columnNames.filter((name) => name === 'name' || chosen.includes(name)), ...tried]
  }
  function oneAxis<T extends string>(name: string, known: readonly T[], otherwise: T): T | PassName {
    const text = textOf(name)
    if (isPassName(text)) return isThere(text) ? text : otherwise
    return one(name, known, otherwise)
  }

  let view: CatalogueView = { ...firstView, q: textOf('q') }
  for (const name of listNames) view = { ...view, [name]: list(name) }
  view = { ...view, match: one('match', ['all', 'any'], 'all') }
  for (const name of flagNames) view = { ...view, [name]: flag(name) }
  view = { ...view, deprecated: flag('deprecated') }
  for (const name of rangeNames) {
    const limits = range(name)
    if (Object.keys(limits).length > 0) view = { ...view, ranges: { ...view.ranges, [name]: limits } }
  }
  view = {
    ...view,
    sort: sort(),
    columns: chosenColumns(),
    density: one('density', ['roomy', 'dense'], 'roomy'),
    view: one('view', ['table', 'plot'], 'table'),
    axis: oneAxis('axis', axes, 'input'),
    yAxis: oneAxis('yAxis', ['context'], 'context'),
  }
  return { view, broken, isOutdated }
}

/** The shortest query for this view: defaults are left out. */
export function writeView(view: CatalogueView): CatalogueSearch {
  const search: CatalogueSearch = {}
  const write = (name: string, value: string | number | boolean | undefined, initial: unknown) => {
    if (value !== undefined && value !== initial) search[name] = value
  }
  write('q', view.q, '')
  for (const name of listNames) write(name, writeIds(view[name]), '')
  write('match', view.match, 'all')
  for (const name of flagNames) write(name, view[name], false)
  write('deprecated', view.deprecated, false)
  for (const name of rangeNames) {
    write(limitName('min', name), view.ranges[name]?.min, undefined)
    write(limitName('max', name), view.ranges[name]?.max, undefined)
  }
  write('sort', view.sort.map(({ column, descending }) => (descending ? '-' : '') + column).join(','), '')
  write('columns', view.columns.join(','), firstView.columns.join(','))
  write('density', view.density, 'roomy')
  write('view', view.view, 'table')
  write('axis', view.axis, 'input')
  write('yAxis', view.yAxis, 'context')
  return search
}

/** Changes the view: one step in the browser's history. */
export type ChangeView = (change: (view: CatalogueView) => CatalogueView) => void

/** Every name in a query that means something. */
const searchNames: ReadonlySet<string> = new Set([
  ...Object.keys(firstView),
  ...listNames.flatMap((name) => {
    const facet = lists[name]
    return facet.kind === 'dynamic' && facet.alias !== undefined ? facet.alias : []
  }),
  ...rangeNames.flatMap((name) => [limitName('min', name), limitName('max', name)]),
])

/** The names of the query whose values can name experiments. */
const mayHavePassNames = ['columns', 'sort', 'axis', 'yAxis']

/**
 * The URL's view, and a function that goes to another. Invalid values and unknown names are removed from the URL;
 * `ignored` has the values until the next change, or until it is dismissed.
 */
export function useView(
  search: CatalogueSearch,
  onSearch: OnSearch,
  isListed: (name: ListName, value: string) => boolean,
) {
  const { passRates, isCurrent } = usePassRates(mayHavePassNames.some((name) => /\bpass-/u.test(String(search[name]))))
  const { view, broken, isOutdated } = useMemo(() => {
    const isTried = (name: PassName) => !isCurrent || ratesOf(name, passRates) !== undefined
    return readView(search, isListed, isTried)
  }, [search, isListed, passRates, isCurrent])
  const [ignored, setIgnored] = useState(broken)
  if (broken.length > 0 && broken !== ignored) setIgnored(broken)
  useEffect(() => {
    const isClean = broken.length === 0 && !isOutdated && Object.keys(search).every((name) => searchNames.has(name))
    if (!isClean) onSearch(writeView(view), { replace: true })
  }, [search, broken, isOutdated, view, onSearch])
  // Two changes can follow each other faster than the URL does: the second builds on the first.
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  }, [view])
  const change = useCallback<ChangeView>(
    (make) => {
      const next = make(latest.current)
      latest.current = next
      setIgnored([])
      onSearch(writeView(next))
    },
    [onSearch],
  )
  return { view, passRates, ignored, dismiss: useCallback(() => setIgnored([]), []), change }
}
