import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeartbeats } from './heartbeats.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const stream = () => ({ isSilent: false, beat: vi.fn() })

test('calls beat on a silent stream within the interval', () => {
  const heartbeats = createHeartbeats(1000)
  const [silent, busy] = [stream(), stream()]
  heartbeats.start(silent)
  vi.advanceTimersByTime(250)
  heartbeats.start(busy)
  for (let at = 0; at < 10; at++) {
    busy.isSilent = false
    vi.advanceTimersByTime(100)
  }
  expect(silent.beat).toHaveBeenCalledOnce()
  expect(busy.beat).not.toHaveBeenCalled()
})

test('ignores stopped streams, and clears the timer after the last one', () => {
  const heartbeats = createHeartbeats(1000)
  const [one, two] = [stream(), stream()]
  heartbeats.start(one)
  heartbeats.start(two)
  heartbeats.stop(one)
  vi.advanceTimersByTime(1000)
  expect([one.beat, two.beat].map((beat) => beat.mock.calls.length)).toEqual([0, 1])
  heartbeats.stop(two)
  expect(vi.getTimerCount()).toBe(0)
})
