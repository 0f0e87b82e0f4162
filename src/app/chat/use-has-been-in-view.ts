import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Whether an element with `content-visibility: auto` has come near the view, once and for all: what is drawn stays drawn.
 * True at once where the browser does not tell.
 */
export function useHasBeenInView(element: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [seen, setSeen] = useState(initially || !('oncontentvisibilityautostatechange' in globalThis))
  // Before the browser first draws it: what comes into view before somebody listens is never told again.
  useLayoutEffect(() => {
    const observed = element.current
    if (seen || !observed) return
    const look = (event: Event) => {
      if (event.target === observed && 'skipped' in event && event.skipped === false) setSeen(true)
    }
    observed.addEventListener('contentvisibilityautostatechange', look)
    return () => observed.removeEventListener('contentvisibilityautostatechange', look)
  }, [element, seen])
  return seen
}
