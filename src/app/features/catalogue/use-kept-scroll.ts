import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** How far each list was scrolled when it was last left, in pixels, for as long as the page lives. */
const kept = new Map<string, number>()

/** Another list begins at its beginning; one that somebody comes back to stands where it was left. */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>, list: string): void {
  const shown = useRef(list)
  useLayoutEffect(() => {
    const element = scroller.current
    const top = kept.get(shown.current) ?? 0
    // Scrolling lays the page out, even to where it stands already.
    if (top > 0) element?.scrollTo(0, top)
    return () => {
      if (element) kept.set(shown.current, element.scrollTop)
    }
  }, [scroller])
  useEffect(() => {
    if (shown.current === list) return
    shown.current = list
    // As above.
    if (scroller.current && scroller.current.scrollTop > 0) scroller.current.scrollTo(0, 0)
  }, [scroller, list])
}
