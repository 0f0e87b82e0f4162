/** Runs a task once the page is idle, or after a second at the latest. */
export function runWhenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 1_000 })
  else setTimeout(act, 200)
}

/** Milliseconds without a frame after which a tab counts as hidden: it gets none. */
const frameTimeout = 250

const waiting: (() => void)[] = []

/**
 * Runs the callback before one of the next paints, or shortly in a background tab. One callback runs per frame, in the
 * order they came: replies that stream at once take turns, so that no frame draws more than one of them.
 */
export function scheduleFrame(callback: () => void): void {
  if (waiting.push(callback) === 1) requestNext()
}

function requestNext(): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    const callback = waiting.shift()
    if (waiting.length > 0) requestNext()
    callback?.()
  })
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    // Each on its own, so that one that throws doesn't keep the others from running.
    for (const callback of waiting.splice(0)) queueMicrotask(callback)
  }, frameTimeout)
}
