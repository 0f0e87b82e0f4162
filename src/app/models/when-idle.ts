/**
 * Does a piece of work again and again, only while the page has nothing else to do, until it returns false or the
 * returned function is called.
 */
export function whenIdle(step: () => boolean): () => void {
  // Not every browser tells when it is idle.
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

/**
 * Does a piece of work once: when the page has nothing else to do, or when it is hidden or left before that. The returned
 * function calls it off.
 */
export function onceIdleOrLeft(work: () => void): () => void {
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
  // A phone ends what it has hidden without another word.
  document.addEventListener('visibilitychange', onHidden)
  return callOff
}
