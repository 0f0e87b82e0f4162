/** Runs a task once the page is idle, or after a second at the latest. */
export function runWhenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 1_000 })
  else setTimeout(act, 200)
}

/** Milliseconds between commits in a background tab, which gets no animation frames. */
const hiddenInterval = 250

/** Runs the callback before the next paint, or shortly in a background tab. */
export function scheduleFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, hiddenInterval)
  else requestAnimationFrame(callback)
}
