import { isRecord, parseJson } from '#contract/json.ts'
import { browserStorage, readText, writeText } from '#app/data/kept-texts.ts'
import { validateCatalogueSearch, type CatalogueSearch } from './catalogue-search.ts'
import { readView, writeView } from './read-view.ts'

/** A view that somebody named. */
export interface SavedView {
  name: string
  search: CatalogueSearch
}

const storageName = 'parley.catalogue.views'
/** How many are kept; the oldest gives way. */
const most = 50

/** The views kept in this browser, the newest first. What was kept and cannot be read is left out. */
export function readSavedViews(): SavedView[] {
  return viewsIn(parseJson(readText(browserStorage().device, storageName) ?? ''))
}

/** Keeps a view under a name, in place of one that has it already. False where the browser's storage refuses. */
export function saveView(name: string, search: CatalogueSearch): boolean {
  const others = readSavedViews().filter((each) => each.name !== name)
  return keep([{ name, search }, ...others].slice(0, most))
}

/** Forgets a view. False where the browser's storage refuses. */
export function forgetView(name: string): boolean {
  return keep(readSavedViews().filter((each) => each.name !== name))
}

function keep(views: SavedView[]): boolean {
  return writeText(browserStorage().device, storageName, JSON.stringify(views))
}

/** The views in what was kept; each as an address that means what it says today. */
function viewsIn(kept: unknown): SavedView[] {
  if (!Array.isArray(kept)) return []
  const views = new Map<string, SavedView>()
  for (const each of kept) {
    if (!isRecord(each) || typeof each['name'] !== 'string' || !isRecord(each['search'])) continue
    const name = each['name'].trim()
    const search = writeView(readView(validateCatalogueSearch(each['search'])).view)
    if (name !== '' && !views.has(name)) views.set(name, { name, search })
  }
  return [...views.values()].slice(0, most)
}
