import { expect, it } from 'vitest'
import { clipCombiningMarks } from './clip-marks.ts'

it('keeps the combining marks that languages use', () => {
  const text = 'Tiếng Việt, שָׁלוֹם, ก็, क्षत्रिय, བསྒྲུབས'
  expect(clipCombiningMarks(text.normalize('NFD'))).toBe(text.normalize('NFD'))
})

it('clips unreadably long runs of combining marks', () => {
  expect(clipCombiningMarks(`a${'\u0301'.repeat(50_000)}b`)).toBe(`a${'\u0301'.repeat(10)}b`)
})
