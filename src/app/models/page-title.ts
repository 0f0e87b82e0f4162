import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** How much of a name a tab or a list of past pages has room for. */
const longest = 80

/** A page's title: what it is about, made safe to stand among the browser's own words, and whose page it is. */
export function titleOf(about: string): string {
  // Characters that say nothing themselves can turn around or hide what stands beside them.
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

/** Names the page in the browser's tab and history by what it shows, where that says more than its address. */
export function usePageTitle(about: string): void {
  const router = useRouter()
  useEffect(() => {
    const name = () => {
      document.title = titleOf(about)
    }
    name()
    // Every page is named by its address once it has arrived: what is known better is said after that.
    return router.subscribe('onResolved', name)
  }, [about, router])
}
