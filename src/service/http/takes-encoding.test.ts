import { expect, test } from 'vitest'
import { takesEncoding } from './takes-encoding.ts'

test.each(['br', 'gzip, br', 'BR;q=0.1', 'br ; q=1.0, gzip'])('“%s” takes brotli', (accepted) => {
  expect(takesEncoding('br', accepted)).toBe(true)
})

test.each(['', 'gzip', 'br;q=0', 'br; q=0', 'br ;q=0.000, gzip', 'brotli', undefined, null])(
  '“%s” does not',
  (accepted) => {
    expect(takesEncoding('br', accepted)).toBe(false)
  },
)
