import { expect, test, vi } from 'vitest'
import { Stop, stopOf } from './cancellation.ts'

test('tells every listener once, and those who come late at once', () => {
  const stop = new Stop()
  const [one, other, late, forgotten] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  for (const listener of [one, other, forgotten]) stop.onStop(listener)
  stop.forget(forgotten)
  stop.throwIfStopped()
  stop.stop('why')
  stop.stop('again')
  stop.onStop(late)
  for (const listener of [one, other, late]) expect(listener).toHaveBeenCalledOnce()
  expect(forgotten).not.toHaveBeenCalled()
  expect(stop).toMatchObject({ isStopped: true, reason: 'why' })
  expect(() => stop.throwIfStopped()).toThrow('why')
})

test.each(['before', 'after'])('its signal aborts for the same reason, asked for %s the stop', (when) => {
  const stop = new Stop()
  if (when === 'before') expect(stop.signal.aborted).toBe(false)
  const reason = new Error('gone')
  stop.stop(reason)
  expect(stop.signal).toMatchObject({ aborted: true, reason })
  expect(stop.signal).toBe(stop.signal)
})

test('follows a signal, aborted or not yet', () => {
  const controller = new AbortController()
  const stop = stopOf(controller.signal)
  expect(stop.isStopped).toBe(false)
  controller.abort('gone')
  expect(stop.reason).toBe('gone')
  expect(stopOf(controller.signal).reason).toBe('gone')
})
