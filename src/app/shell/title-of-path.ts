import { modelIdOf } from '#app/models/model-link.tsx'
import { titleOf } from '#app/models/page-title.ts'

const names = new Map([
  ['/', 'Playground'],
  ['/models', 'Models'],
  ['/compare', 'Compare'],
  ['/settings', 'Settings'],
])

/** What a tab, a bookmark and a screen reader call the page at a path: what it shows first, then whose it is. */
export function titleOfPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/u, '') : pathname
  const name = names.get(path) ?? modelIdOf(path) ?? (path.startsWith('/c/') ? 'Playground' : 'No page here')
  return titleOf(name)
}
