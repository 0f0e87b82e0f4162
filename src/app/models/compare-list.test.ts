import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readIds, writeIds } from './compare-list.ts'

it('writes ids as people would, and leads back to any of them', () => {
  expect(writeIds(['parley/echo', 'community/llama3.2:3b'])).toBe('parley/echo,community/llama3.2:3b')
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 })), (ids) => {
      expect(readIds(writeIds(ids))).toEqual(ids)
    }),
  )
})

it('leaves gaps out, and doubles in: two panes may ask the same model', () => {
  expect(readIds('a/b,,a/b,c%d,')).toEqual(['a/b', 'a/b', 'c%d'])
  expect(readIds('')).toEqual([])
})
