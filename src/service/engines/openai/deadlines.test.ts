import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWatchdog } from './deadlines.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('barks once when a wait outlasts its limit', () => {
  const bark = vi.fn()
  const watchdog = createWatchdog(bark)
  watchdog.wait(100)
  vi.advanceTimersByTime(99)
  expect([bark.mock.calls.length, watchdog.expired]).toEqual([0, false])
  vi.advanceTimersByTime(2)
  expect([bark.mock.calls.length, watchdog.expired]).toEqual([1, true])
  vi.advanceTimersByTime(1000)
  expect(bark).toHaveBeenCalledOnce()
})

test('counts each wait anew', () => {
  const bark = vi.fn()
  const watchdog = createWatchdog(bark)
  for (let round = 0; round < 10; round++) {
    watchdog.wait(100)
    vi.advanceTimersByTime(90)
    watchdog.rest()
  }
  expect(bark).not.toHaveBeenCalled()
  watchdog.wait(100)
  vi.advanceTimersByTime(101)
  expect(bark).toHaveBeenCalledOnce()
})

test('a shorter wait after a longer one is kept', () => {
  const bark = vi.fn()
  const watchdog = createWatchdog(bark)
  watchdog.wait(10_000)
  watchdog.rest()
  watchdog.wait(100)
  vi.advanceTimersByTime(101)
  expect(bark).toHaveBeenCalledOnce()
})

test('says nothing while at rest or when stopped, and leaves no timer behind', () => {
  const bark = vi.fn()
  const watchdog = createWatchdog(bark)
  watchdog.wait(100)
  watchdog.rest()
  vi.advanceTimersByTime(1000)
  watchdog.wait(100)
  watchdog.stop()
  vi.advanceTimersByTime(1000)
  expect(bark).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
