import { expect, it } from 'vitest'
import { linkLengthOf } from './link-length.ts'

it.each([
  [2_000, 'comfortable'],
  [2_001, 'caution'],
  [8_000, 'caution'],
  [8_001, 'warning'],
  [32_000, 'warning'],
  [32_001, 'too-long'],
])('a link of %i characters is %s', (characters, tone) => {
  expect(linkLengthOf(characters).tone).toBe(tone)
})
