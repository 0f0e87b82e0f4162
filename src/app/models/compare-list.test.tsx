import { beforeEach, expect, it } from 'vitest'
import { compareLimit, compareStore, setCompared, toggleCompared } from './compare-list.ts'

beforeEach(() => setCompared([]))

it('gathers up to eight, lets go again, and keeps them for this tab', () => {
  toggleCompared('a')
  toggleCompared('b')
  toggleCompared('a')
  expect(compareStore.getState().ids).toEqual(['b'])
  expect(sessionStorage.getItem('parley.compare')).toBe('["b"]')
  for (let count = 0; count < 20; count++) toggleCompared(`m${count}`)
  expect(compareStore.getState().ids).toHaveLength(compareLimit)
  setCompared(Array.from({ length: 20 }, (_, place) => `n${place}`))
  expect(compareStore.getState().ids).toHaveLength(compareLimit)
})
