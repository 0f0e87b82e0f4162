/** How often a page in the background still writes down what arrives, in milliseconds; it gets no animation frames. */
const hiddenInterval = 250

/** Runs the callback before the next paint, or soon where nothing is painted. */
export function scheduleFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, hiddenInterval)
  else requestAnimationFrame(callback)
}
