import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onceIdleOrHidden } from './when-idle.ts'

let beIdle: () => void
const work = vi.fn<() => void>()

beforeEach(() => {
  work.mockClear()
  vi.stubGlobal('requestIdleCallback', (step: IdleRequestCallback) => {
    beIdle = () => step({ didTimeout: false, timeRemaining: () => 10 })
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => {
    beIdle = () => undefined
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}
const leave = () => void dispatchEvent(new Event('pagehide'))

it.each([
  ['idle', () => beIdle()],
  ['left', leave],
  ['hidden', hide],
])('is done when the page is %s, and not again', (_, happen) => {
  onceIdleOrHidden(work)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(work).not.toHaveBeenCalled()
  happen()
  expect(work).toHaveBeenCalledOnce()
  beIdle()
  hide()
  leave()
  expect(work).toHaveBeenCalledOnce()
})

it('does nothing after it was cancelled', () => {
  onceIdleOrHidden(work)()
  beIdle()
  hide()
  leave()
  expect(work).not.toHaveBeenCalled()
})
