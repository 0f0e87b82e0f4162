import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scheduleRender } from './maths.tsx'

let now = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.runAllTimers()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('scheduleRender', () => {
  it('runs short work at once, and long work in several tasks, in order', () => {
    const done: string[] = []
    const job = (name: string) =>
      scheduleRender(() => {
        now += 8
        done.push(name)
      })
    for (const name of ['a', 'b', 'c', 'd', 'e']) job(name)
    expect(done).toEqual(['a', 'b'])
    vi.advanceTimersToNextTimer()
    expect(done).toEqual(['a', 'b', 'c', 'd'])
    vi.advanceTimersToNextTimer()
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('skips canceled work', () => {
    const done: string[] = []
    scheduleRender(() => {
      now += 100
      done.push('long')
    })
    const undo = scheduleRender(() => done.push('unwanted'))
    undo()
    vi.runAllTimers()
    expect(done).toEqual(['long'])
  })
})
