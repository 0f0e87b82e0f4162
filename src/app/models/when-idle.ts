/** Repeats a piece of work while the page is idle, until it returns false or the returned function is called. */
export function whenIdle(step: () => boolean): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') return inPauses(step)
  let asked = requestIdleCallback(onIdle)
  function onIdle(deadline: IdleDeadline): void {
    let isLeft = true
    while (isLeft && deadline.timeRemaining() > 1) isLeft = step()
    if (isLeft) asked = requestIdleCallback(onIdle)
  }
  return () => cancelIdleCallback(asked)
}

function inPauses(step: () => boolean): () => void {
  const timer = setInterval(() => {
    if (!step()) clearInterval(timer)
  }, 20)
  return () => clearInterval(timer)
}

/** Does a piece of work once, when the page is idle, hidden or left. The returned function cancels it. */
export function onceIdleOrHidden(work: () => void): () => void {
  const now = () => {
    callOff()
    work()
  }
  const onHidden = () => document.visibilityState === 'hidden' && now()
  const stopWaiting = whenIdle(() => {
    now()
    return false
  })
  function callOff(): void {
    stopWaiting()
    removeEventListener('pagehide', now)
    document.removeEventListener('visibilitychange', onHidden)
  }
  addEventListener('pagehide', now)
  // A phone may end a hidden page without another event.
  document.addEventListener('visibilitychange', onHidden)
  return callOff
}
