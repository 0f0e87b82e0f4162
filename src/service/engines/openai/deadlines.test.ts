import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWatchdog } from './deadlines.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('calls back once when a wait exceeds its limit', () => {
  const onExpired = vi.fn()
  const watchdog = createWatchdog(onExpired)
  watchdog.wait(100)
  vi.advanceTimersByTime(99)
  expect([onExpired.mock.calls.length, watchdog.expired]).toEqual([0, false])
  vi.advanceTimersByTime(2)
  expect([onExpired.mock.calls.length, watchdog.expired]).toEqual([1, true])
  vi.advanceTimersByTime(1000)
  expect(onExpired).toHaveBeenCalledOnce()
})

test('counts each wait separately', () => {
  const onExpired = vi.fn()
  const watchdog = createWatchdog(onExpired)
  for (let round = 0; round < 10; round++) {
    watchdog.wait(100)
    vi.advanceTimersByTime(90)
    watchdog.rest()
  }
  expect(onExpired).not.toHaveBeenCalled()
  watchdog.wait(100)
  vi.advanceTimersByTime(101)
  expect(onExpired).toHaveBeenCalledOnce()
})

test('enforces a shorter wait after a longer one', () => {
  const onExpired = vi.fn()
  const watchdog = createWatchdog(onExpired)
  watchdog.wait(10_000)
  watchdog.rest()
  watchdog.wait(100)
  vi.advanceTimersByTime(101)
  expect(onExpired).toHaveBeenCalledOnce()
})

test('does nothing while idle or stopped, and leaves no timer', () => {
  const onExpired = vi.fn()
  const watchdog = createWatchdog(onExpired)
  watchdog.wait(100)
  watchdog.rest()
  vi.advanceTimersByTime(1000)
  watchdog.wait(100)
  watchdog.stop()
  vi.advanceTimersByTime(1000)
  expect(onExpired).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
