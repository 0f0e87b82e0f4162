import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainId, plainLine, plainText } from './plain-text.ts'

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u202E', '\u2066', '\u2069', '\u0000', '\u001B', '\u0085', '\n', '\t', ' ', 'a', 'ש', '👋'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 60,
})

test('removes control characters and bidirectional overrides', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 2, max: 40 }), (text, longest) => {
      const plain = plainText(text, longest)
      expect(plain.length).toBeLessThanOrEqual(longest)
      expect(plain).not.toMatch(/\p{Surrogate}/u)
      expect(plain).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u)
      expect(plain.replaceAll(/[\n\t]/gu, '')).not.toMatch(/\p{Cc}/u)
      expect(plainLine(text, longest)).not.toMatch(/[\n\t\u2028\u2029]/u)
    }),
  )
})

test('keeps plain text unchanged, including right-to-left words and marks', () => {
  for (const text of ['Llama 3.2 · 三十億', 'דגם \u200Fעברי', 'two\nlines\tof it', ''])
    expect(plainText(text, 100)).toBe(text)
})

test('truncates long text at a space', () => {
  expect(plainText('Refused sk-0123456789', 12)).toBe('Refused…')
  expect(plainText('x'.repeat(20), 10)).toBe('xxxxxxxxx…')
})

test.each(['acme/tiny', 'llama3.2:3b', '50% off?#1 й', '__proto__'])('accepts “%s” as an id', (id) => {
  expect(isPlainId(id)).toBe(true)
})

test.each(['', ' tiny', 'ti\nny', 'ti\u0000ny', 'acme/\u202Eynit', 'x'.repeat(501)])('refuses %j as an id', (id) => {
  expect(isPlainId(id)).toBe(false)
})
