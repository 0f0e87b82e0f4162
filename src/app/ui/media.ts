import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether a media query holds, now and whenever that changes. */
export function useMedia(query: string): boolean {
  // Asking the browser anew with every render costs more than the render.
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
 * Tells a virtual list the size of what scrolls, whenever the browser has laid it out by itself; no sooner, as asking for
 * the size would have a page laid out in the midst of its being built. To be used with an `initialRect`.
 */
export function observeSize(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  tell: (size: { width: number; height: number }) => void,
): () => void {
  if (!scrollElement) return () => {}
  const observer = new ResizeObserver(() => {
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}
