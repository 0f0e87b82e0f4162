import { whenIdle } from './when-idle.ts'

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
