import { expect, test, vi } from 'vitest'
import { CancellationToken, cancellationOf } from './cancellation.ts'

test('calls every listener once, and late listeners immediately', () => {
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

test.each(['before', 'after'])('aborts its signal with the same reason if created %s cancellation', (when) => {
  const cancellation = new CancellationToken()
  if (when === 'before') expect(cancellation.signal.aborted).toBe(false)
  const reason = new Error('gone')
  cancellation.cancel(reason)
  expect(cancellation.signal).toMatchObject({ aborted: true, reason })
  expect(cancellation.signal).toBe(cancellation.signal)
})

test('follows a signal, even if already aborted', () => {
  const controller = new AbortController()
  const cancellation = cancellationOf(controller.signal)
  expect(cancellation.isCancelled).toBe(false)
  controller.abort('gone')
  expect(cancellation.reason).toBe('gone')
  expect(cancellationOf(controller.signal).reason).toBe('gone')
})
