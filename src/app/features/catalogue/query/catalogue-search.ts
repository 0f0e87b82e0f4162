// Apart from the rest of the catalogue, so that the router's first script has none of it.

/**
 * The query of the catalogue's URL as it was given: `?type=moderation&minContext=128000`. `readView` reads it; what is
 * invalid stays in it until then, so that the page can say what it ignored.
 */
export type CatalogueSearch = Record<string, string | number | boolean>

/** Keeps any value as a plain one; never throws, whatever was typed. */
export function validateCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const plain: CatalogueSearch = {}
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    plain[name] = isPlain ? value : JSON.stringify(value)
  }
  return plain
}

/** Goes to another URL of the catalogue: a new step in the browser's history, or in place of the current one. */
export type OnSearch = (search: CatalogueSearch, options?: { replace: boolean }) => void
