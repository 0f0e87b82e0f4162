import { afterEach, expect, it } from 'vitest'
import { compareLimit, compareStore, setCompared, toggleCompared } from './compare-list.ts'

afterEach(() => setCompared([]))

it('selects up to eight models, removes them, and stores them for this tab', () => {
  toggleCompared('a')
  toggleCompared('b')
  toggleCompared('a')
  expect(compareStore.getState().ids).toEqual(['b'])
  expect(sessionStorage.getItem('parley.compare')).toBe('["b"]')
  const isTaken = Array.from({ length: 20 }, (_, place) => toggleCompared(`m${place}`))
  expect(isTaken.lastIndexOf(true)).toBe(compareLimit - 2)
  expect(compareStore.getState().ids).toHaveLength(compareLimit)
  expect(toggleCompared('b')).toBe(true)
  expect(compareStore.getState().ids).not.toContain('b')
  setCompared(Array.from({ length: 20 }, (_, place) => `n${place}`))
  expect(compareStore.getState().ids).toHaveLength(compareLimit)
})
