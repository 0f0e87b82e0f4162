import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { titleOf } from './page-title.ts'

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
