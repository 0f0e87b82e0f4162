import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readIds, writeIds } from './compare-list.ts'

it('round-trips any ids, with plain text where possible', () => {
  expect(writeIds(['parley/echo', 'community/llama3.2:3b'])).toBe('parley/echo,community/llama3.2:3b')
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 })), (ids) => {
      expect(readIds(writeIds(ids))).toEqual(ids)
    }),
  )
})

it('skips gaps, and keeps duplicates: two panes may have the same model', () => {
  expect(readIds('a/b,,a/b,c%d,')).toEqual(['a/b', 'a/b', 'c%d'])
  expect(readIds('')).toEqual([])
})
