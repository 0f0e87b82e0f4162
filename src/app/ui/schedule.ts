/** Does what must not hold up the page, once that has nothing else to do; one that is never idle waits a second. */
export function runWhenIdle(act: () => void): void {
  // Not every browser tells when it is idle.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 1_000 })
  else setTimeout(act, 200)
}

/** How often a page in the background still writes down what arrives, in milliseconds; it gets no animation frames. */
const hiddenInterval = 250

/** Runs the callback before the next paint, or soon where nothing is painted. */
export function scheduleFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, hiddenInterval)
  else requestAnimationFrame(callback)
}
