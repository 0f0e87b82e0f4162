/**
 * Makes the logs in an element go together: where the reader scrolls one, the others go to the same share of their
 * length. Gives back what ends it. Logs are laid out from their end: 0 is the latest, and further back is negative.
 */
export function scrollTogether(around: HTMLElement | null): (() => void) | undefined {
  if (!around) return undefined
  /** The log that the reader acts on; what the others do is our own doing. */
  let read: Element | null = null
  /** How far each log was from its beginning when we looked last, in pixels. */
  const fromTop = new WeakMap<Element, number>()
  const end = new AbortController()
  const options = { capture: true, passive: true, signal: end.signal }

  const take = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const pane = logsIn(around).find((log) => log.parentElement?.contains(target))
    if (pane) read = pane
  }
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin']) {
    around.addEventListener(type, take, options)
  }
  around.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target !== read) return
      const length = lengthOf(target)
      const before = fromTop.get(target)
      fromTop.set(target, length + target.scrollTop)
      // Where text grows below, the browser keeps what is read in its place: its end moved, the reader did not.
      if (length === 0 || (before !== undefined && Math.abs(length + target.scrollTop - before) < 1)) return
      const share = target.scrollTop / length
      for (const log of logsIn(around)) if (log !== target) log.scrollTop = share * lengthOf(log)
    },
    options,
  )
  return () => end.abort()
}

function logsIn(around: Element): HTMLElement[] {
  return [...around.querySelectorAll<HTMLElement>('[role="log"]')]
}

function lengthOf(log: HTMLElement): number {
  return log.scrollHeight - log.clientHeight
}
