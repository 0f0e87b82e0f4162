import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacer } from './pacer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function pacerOver(waiting: string[]) {
  const flushed: string[] = []
  const pacer = createPacer(() => {
    if (waiting.length === 0) return undefined
    const text = waiting.splice(0).join('')
    flushed.push(text)
    return text.length
  })
  const add = (piece: string) => {
    waiting.push(piece)
    pacer.nudge()
  }
  return { add, pacer, flushed }
}

test('hands over the first at once, then what gathered in each pause', () => {
  const { add, flushed } = pacerOver([])
  add('a')
  expect(flushed).toEqual(['a'])
  add('b')
  add('c')
  expect(flushed).toEqual(['a'])
  vi.advanceTimersByTime(34)
  expect(flushed).toEqual(['a', 'bc'])
})

test('rests when nothing comes, and is prompt again after that', () => {
  const { add, flushed } = pacerOver([])
  add('a')
  vi.advanceTimersByTime(34)
  expect(vi.getTimerCount()).toBe(0)
  add('b')
  expect(flushed).toEqual(['a', 'b'])
})

test('rests longer the more there is, up to a tenth of a second', () => {
  const { add, flushed } = pacerOver([])
  add('a'.repeat(200))
  add('b'.repeat(5_000))
  vi.advanceTimersByTime(50)
  expect(flushed).toHaveLength(1)
  vi.advanceTimersByTime(5)
  expect(flushed).toHaveLength(2)
  add('c')
  vi.advanceTimersByTime(90)
  expect(flushed).toHaveLength(2)
  vi.advanceTimersByTime(10)
  expect(flushed).toHaveLength(3)
})

test('finishing hands over what is left and leaves no timer behind', () => {
  const { add, pacer, flushed } = pacerOver([])
  add('a')
  add('b')
  pacer.finish()
  expect(flushed).toEqual(['a', 'b'])
  expect(vi.getTimerCount()).toBe(0)
})
