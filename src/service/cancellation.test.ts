import { expect, test, vi } from 'vitest'
import { CancellationToken, cancellationOf } from './cancellation.ts'

test('tells every listener once, and those who come late at once', () => {
  const cancellation = new CancellationToken()
  const [one, other, late, forgotten] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  for (const listener of [one, other, forgotten]) cancellation.onCancel(listener)
  cancellation.removeListener(forgotten)
  cancellation.throwIfCancelled()
  cancellation.cancel('why')
  cancellation.cancel('again')
  cancellation.onCancel(late)
  for (const listener of [one, other, late]) expect(listener).toHaveBeenCalledOnce()
  expect(forgotten).not.toHaveBeenCalled()
  expect(cancellation).toMatchObject({ isCancelled: true, reason: 'why' })
  expect(() => cancellation.throwIfCancelled()).toThrow('why')
})

test.each(['before', 'after'])('its signal aborts for the same reason, asked for %s the stop', (when) => {
  const cancellation = new CancellationToken()
  if (when === 'before') expect(cancellation.signal.aborted).toBe(false)
  const reason = new Error('gone')
  cancellation.cancel(reason)
  expect(cancellation.signal).toMatchObject({ aborted: true, reason })
  expect(cancellation.signal).toBe(cancellation.signal)
})

test('follows a signal, aborted or not yet', () => {
  const controller = new AbortController()
  const cancellation = cancellationOf(controller.signal)
  expect(cancellation.isCancelled).toBe(false)
  controller.abort('gone')
  expect(cancellation.reason).toBe('gone')
  expect(cancellationOf(controller.signal).reason).toBe('gone')
})
