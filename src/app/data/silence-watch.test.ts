import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSilence } from './silence-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('tells of silence once, after more than a minute of it', () => {
  const onSilent = vi.fn()
  watchSilence(onSilent)
  vi.advanceTimersByTime(60_000)
  expect(onSilent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(600_000)
  expect(onSilent).toHaveBeenCalledOnce()
})

test('says nothing while something comes now and then, nor once it is stopped', () => {
  const onSilent = vi.fn()
  const watch = watchSilence(onSilent)
  for (let times = 0; times < 20; times++) {
    vi.advanceTimersByTime(55_000)
    watch.heard()
  }
  watch.stop()
  vi.advanceTimersByTime(600_000)
  expect(onSilent).not.toHaveBeenCalled()
})
