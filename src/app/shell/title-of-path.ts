import { modelIdOf } from '#app/models/model-link.tsx'
import { titleOf } from '#app/models/page-title.ts'

const names = new Map([
  ['/', 'Playground'],
  ['/models', 'Models'],
  ['/compare', 'Compare'],
  ['/settings', 'Settings'],
])

/** The document title for a path: the page's name, then the app's. */
export function titleOfPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/u, '') : pathname
  const name = names.get(path) ?? modelIdOf(path) ?? (path.startsWith('/c/') ? 'Playground' : 'No page here')
  return titleOf(name)
}
