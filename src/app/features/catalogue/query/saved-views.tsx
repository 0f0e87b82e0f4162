import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { isRecord, parseJson } from '#contract/json.ts'
import { type CatalogueSearch, validateCatalogueSearch } from './catalogue-search.ts'
import { type CatalogueView, readView, writeView } from './catalogue-view.ts'

/** A named view. */
export interface SavedView {
  name: string
  search: CatalogueSearch
}

const storageName = 'parley.catalogue.views'
/** How many views are stored; the oldest is dropped first. */
const maxViews = 50

/** The views stored in this browser, newest first. Unreadable ones are skipped. */
export function readSavedViews(): SavedView[] {
  return viewsIn(parseJson(readText(browserStorage().device, storageName) ?? ''))
}

/** Stores a view, in place of one with the same name. False if the browser's storage is full or blocked. */
export function saveView(name: string, search: CatalogueSearch): boolean {
  const others = readSavedViews().filter((each) => each.name !== name)
  return storeViews([{ name, search }, ...others].slice(0, maxViews))
}

/** Deletes a view. False if the browser's storage is full or blocked. */
export function deleteView(name: string): boolean {
  return storeViews(readSavedViews().filter((each) => each.name !== name))
}

function storeViews(views: SavedView[]): boolean {
  return writeText(browserStorage().device, storageName, JSON.stringify(views))
}

/** The valid views in a stored value, without values that this version doesn't know. */
function viewsIn(stored: unknown): SavedView[] {
  if (!Array.isArray(stored)) return []
  const views = new Map<string, SavedView>()
  for (const each of stored) {
    if (!isRecord(each) || typeof each['name'] !== 'string' || !isRecord(each['search'])) continue
    const name = each['name'].trim()
    const search = writeView(readView(validateCatalogueSearch(each['search'])).view)
    if (name !== '' && !views.has(name)) views.set(name, { name, search })
  }
  return [...views.values()].slice(0, maxViews)
}

/** Opens, saves and deletes views. */
export function SavedViews({ view, onOpen }: { view: CatalogueView; onOpen: (view: CatalogueView) => void }) {
  const id = useId()
  const [views, setViews] = useState(readSavedViews)
  const [name, setName] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const now = JSON.stringify(writeView(view))
  const show = (isKept: boolean) => {
    setViews(readSavedViews())
    setIsRefused(!isKept)
    return isKept
  }
  return (
    <>
      {views.length === 0 ? (
        <p className="text-text-muted">
          Save the current filters, sort order and columns. Views are stored only in this browser.
        </p>
      ) : (
        <ul aria-label="Saved views" className="grid">
          {views.map((each) => (
            <li key={each.name} className="flex items-center">
              <button
                type="button"
                aria-current={JSON.stringify(each.search) === now}
                onClick={() => onOpen(readView(each.search).view)}
                dir="auto"
                className="min-h-8 min-w-0 flex-1 truncate rounded-md px-2 text-start hover:bg-tint aria-current:font-medium"
              >
                {each.name}
              </button>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Delete view ${each.name}`}
                onClick={({ currentTarget }) => {
                  // The focused button disappears with its view.
                  currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
                  show(deleteView(each.name))
                }}
              >
                <X aria-hidden size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="grid gap-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') return
          if (show(saveView(name.trim(), writeView(view)))) setName('')
        }}
      >
        <label htmlFor={id} className="label">
          View name
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            value={name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            className={fieldClass}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save view
          </Button>
        </div>
        {isRefused && (
          <p role="alert" className="text-xs text-danger">
            This browser’s storage is full. Free up some space, then try again.
          </p>
        )}
      </form>
    </>
  )
}
