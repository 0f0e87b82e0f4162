/**
 * Synchronizes the logs inside an element: scrolling one scrolls the others to the same fraction of their length.
 * Returns a cleanup function. Logs use reversed columns: scrollTop 0 is the latest message, and earlier ones are
 * negative.
 */
export function scrollTogether(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return undefined
  /** The log the reader is using. Scrolling the others is our own doing. */
  let activeLog: Element | null = null
  /** The last known distance from the top of each log, in pixels. */
  const lastDistanceFromTop = new WeakMap<Element, number>()
  const controller = new AbortController()
  const options = { capture: true, passive: true, signal: controller.signal }

  const setActiveLog = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const pane = findLogs(container).find((log) => log.parentElement?.contains(target))
    if (pane) activeLog = pane
  }
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin']) {
    container.addEventListener(type, setActiveLog, options)
  }
  container.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target !== activeLog) return
      const scrollLength = scrollLengthOf(target)
      const before = lastDistanceFromTop.get(target)
      lastDistanceFromTop.set(target, scrollLength + target.scrollTop)
      // When text grows below, the browser keeps the visible text in place: the end moved, but the reader did not.
      if (scrollLength === 0 || (before !== undefined && Math.abs(scrollLength + target.scrollTop - before) < 1)) return
      const fraction = target.scrollTop / scrollLength
      for (const log of findLogs(container)) if (log !== target) log.scrollTop = fraction * scrollLengthOf(log)
    },
    options,
  )
  return () => controller.abort()
}

function findLogs(container: Element): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>('[role="log"]')]
}

function scrollLengthOf(log: HTMLElement): number {
  return log.scrollHeight - log.clientHeight
}
