/** Does what must not hold up the page, once that has nothing else to do; one that is never idle waits a second. */
export function onceDrawn(act: () => void): void {
  // Not every browser tells when it is idle.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 1_000 })
  else setTimeout(act, 200)
}
