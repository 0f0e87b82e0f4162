import type { CatalogueView } from '#app/features/catalogue/query/catalogue-view.ts'
import { type FixedFacet, type FlagFacet, type DynamicFacet, type RangeFacet, facets } from './facet-table.ts'

type Facets = typeof facets
type FacetName = keyof Facets
type NameOf<Row> = { [Name in FacetName]: Facets[Name] extends Row ? Name : never }[FacetName]
/** The facets of which several values can be chosen. */
export type ListName = NameOf<{ kind: 'fixed' | 'dynamic' }>
export type FlagName = NameOf<{ kind: 'flag' }>
export type RangeName = NameOf<{ kind: 'range' }>
/** The ranges that can be the plot's horizontal axis. */
export type AxisName = NameOf<{ isAxis: true }>
/** The columns that facets bring, by their names in the URL. */
export type FacetColumnName = Extract<Facets[ListName], { column: unknown }>['column']['name']

type ValueOf<Name extends ListName> = Facets[Name] extends { values: infer Values } ? keyof Values & string : string
export type ListFilters = { readonly [Name in ListName]: readonly ValueOf<Name>[] }
export type FlagFilters = Readonly<Record<FlagName, boolean>>

/** Both ends are inclusive; an absent end is open. */
export interface Range {
  min?: number
  max?: number
}

/** The rows of each kind, for code that treats all of them alike. */
export const lists: Readonly<Record<ListName, FixedFacet | DynamicFacet>> = facets
export const flags: Readonly<Record<FlagName, FlagFacet>> = facets
export const ranges: Readonly<Record<RangeName, RangeFacet>> = facets

const names = Object.keys(facets).filter((name): name is FacetName => Object.hasOwn(facets, name))
export const listNames: readonly ListName[] = names.filter(isListName)
export const flagNames: readonly FlagName[] = names.filter((name): name is FlagName => facets[name].kind === 'flag')
export const rangeNames: readonly RangeName[] = names.filter((name): name is RangeName => facets[name].kind === 'range')
export const axes: readonly AxisName[] = rangeNames.filter((name): name is AxisName => ranges[name].isAxis === true)

/** Whether several values of this facet can be chosen. */
export function isListName(name: FacetName): name is ListName {
  return facets[name].kind === 'fixed' || facets[name].kind === 'dynamic'
}

/** The values of a facet in the order on screen and of the counts; `found` are those of a dynamic facet. */
export function valuesOf(name: ListName, found: readonly string[]): readonly string[] {
  const facet = lists[name]
  return facet.kind === 'fixed' ? Object.keys(facet.values) : found
}

/** A value as people read it; one that this version doesn't know is shown as it is. */
export function labelOf(name: ListName, value: string): string {
  const facet = lists[name]
  return facet.kind === 'fixed' ? (facet.values[value] ?? value) : facet.labelOf(value)
}

/** The view after a value was switched on or off. */
export function toggleValue(view: CatalogueView, name: ListName, value: string): CatalogueView {
  const before: readonly string[] = view[name]
  const chosen = before.includes(value) ? before.filter((each) => each !== value) : [...before, value]
  // In the order of the table, so that the same choice has the same URL whichever way it was made.
  return { ...view, [name]: valuesOf(name, chosen).filter((each) => chosen.includes(each)) }
}

/** The view with other limits of one figure; without any if both ends are open. */
export function withRange(view: CatalogueView, name: RangeName, range: Range): CatalogueView {
  const { [name]: _, ...others } = view.ranges
  const isOpen = range.min === undefined && range.max === undefined
  return { ...view, ranges: isOpen ? others : { ...others, [name]: range } }
}

/** An object with a value for each of these names. */
export function recordOf<Name extends string, Value>(
  keys: readonly Name[],
  of: (name: Name) => Value,
): Record<Name, Value>
export function recordOf(keys: readonly string[], of: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(keys.map((name) => [name, of(name)]))
}
