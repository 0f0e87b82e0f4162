import { expect, it } from 'vitest'
import { contextWords } from './model-words.tsx'
import { contextOf } from './text-models.ts'

it('has a context only where it is known, not the default and not 0', () => {
  expect(contextOf({ context_length: 8192 })).toBe(8192)
  expect(contextOf({ context_length: 8192, context_length_known: true })).toBe(8192)
  expect(contextOf({ context_length: 4096, context_length_known: false })).toBeUndefined()
  expect(contextOf({ context_length: 0, context_length_known: true })).toBeUndefined()
  expect(contextWords({ context_length: 0 })).toBe('–')
  expect(contextWords({ context_length: 8192 })).toBe('8.19K')
})
