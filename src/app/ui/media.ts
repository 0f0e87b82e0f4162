import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches. Updates when that changes. */
export function useMedia(query: string): boolean {
  // Calling matchMedia on every render costs more than the render.
  const media = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (onChange: () => void) => {
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media.matches)
}

/**
 * Reports the size of a virtual list's scroll container after each layout. Measuring earlier would force a layout while
 * the page is being built. Use with `initialRect`.
 */
export function observeSize(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  report: (size: { width: number; height: number }) => void,
): () => void {
  if (!scrollElement) return () => {}
  const observer = new ResizeObserver(() => {
    report({ width: scrollElement.clientWidth, height: scrollElement.clientHeight })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}
