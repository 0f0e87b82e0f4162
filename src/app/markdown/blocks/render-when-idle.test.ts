import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWhenIdle } from './block-view.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

function drawing() {
  const drawn: string[] = []
  return { drawn, add: (name: string, length: number) => renderWhenIdle(() => drawn.push(name), length) }
}

test('renders nothing while blocks keep arriving, then the last first', () => {
  const { drawn, add } = drawing()
  add('a', 10)
  vi.advanceTimersByTime(100)
  add('b', 10)
  vi.advanceTimersByTime(100)
  expect(drawn).toEqual([])
  vi.runAllTimers()
  expect(drawn).toEqual(['b', 'a'])
})

test('renders a long text in many tasks', () => {
  const { drawn, add } = drawing()
  for (let block = 0; block < 10; block += 1) add(String(block), 1_350)
  vi.advanceTimersByTime(120)
  const counts: number[] = []
  while (vi.getTimerCount() > 0) {
    vi.advanceTimersToNextTimer()
    counts.push(drawn.length)
  }
  expect(counts).toEqual([2, 4, 6, 8, 10])
})

test('skips canceled blocks', () => {
  const { drawn, add } = drawing()
  const cancel = add('gone', 10)
  add('stays', 10)
  cancel()
  vi.runAllTimers()
  expect(drawn).toEqual(['stays'])
})
