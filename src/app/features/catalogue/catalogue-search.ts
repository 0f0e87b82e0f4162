/** Every name that the catalogue's address knows. */
const searchNames = [
  'q',
  'type',
  'maker',
  // What `maker` was called; old links have it.
  'author',
  'can',
  'match',
  'status',
  'visibility',
  'price',
  'open',
  'deprecated',
  'minContext',
  'maxContext',
  'minInput',
  'maxInput',
  'minOutput',
  'maxOutput',
  'minMonth',
  'maxMonth',
  'sort',
  'columns',
  'density',
  'view',
  'axis',
] as const
export type SearchName = (typeof searchNames)[number]

/**
 * The catalogue's address as it was given: `?type=moderation&minContext=128000`. What is broken stays in it until the
 * next step, so that a page can say what it left out; `readView` makes sense of it.
 */
export type CatalogueSearch = Partial<Record<SearchName, string | number | boolean>>

/** Keeps of an address what the catalogue may know; never throws, whatever was typed. */
export function validateCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const kept: CatalogueSearch = {}
  for (const name of searchNames) {
    const value = search[name]
    if (value === undefined || value === null) continue
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    kept[name] = isPlain ? value : JSON.stringify(value)
  }
  return kept
}
