import type { Virtualizer } from '@tanstack/react-virtual'

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
