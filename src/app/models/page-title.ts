import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { modelIdOf } from './model-link.tsx'

/** The most characters of a name in a page title. */
const longest = 80

/** The title of a page about something: one plain line, and the name of the app. */
export function titleOf(about: string): string {
  // Invisible characters can reorder or hide the text around them.
  const plain = about.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  const characters = Array.from(plain)
  // Cut between two words, unless there are none, as in Chinese.
  const cut = characters
    .slice(0, longest - 1)
    .join('')
    .replace(/ \S{0,30}$/u, '')
  const short = characters.length > longest ? `${cut}…` : plain
  return short === '' ? 'Parley' : `${short} · Parley`
}

/** The pages with a name of their own. */
const names = new Map([
  ['/', 'Playground'],
  ['/models', 'Models'],
  ['/compare', 'Compare'],
  ['/settings', 'Settings'],
])

/** The document title for a path: the page's name, then the app's. */
export function titleOfPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/u, '') : pathname
  const name = names.get(path) ?? modelIdOf(path) ?? (path.startsWith('/c/') ? 'Playground' : 'Page not found')
  return titleOf(name)
}

/** Sets the document's title to what the page shows. */
export function usePageTitle(about: string): void {
  const router = useRouter()
  useEffect(() => {
    const name = () => {
      document.title = titleOf(about)
    }
    name()
    // The router sets a title from the path when a page has loaded; this one replaces it.
    return router.subscribe('onResolved', name)
  }, [about, router])
}
