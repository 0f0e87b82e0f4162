import { expect, test } from 'vitest'
import { isMixedContent } from './connection-target.ts'

test.each([
  ['https://parley.test', 'http://10.0.0.7:8000/v1', true],
  ['https://parley.test', 'http://localhost.evil.test/v1', true],
  ['https://parley.test', 'https://10.0.0.7/v1', false],
  ['https://parley.test', 'http://127.0.0.1:11434/v1', false],
  ['https://parley.test', 'http://localhost:11434/v1', false],
  ['https://parley.test', 'http://[::1]:11434/v1', false],
  ['http://parley.test', 'http://10.0.0.7:8000/v1', false],
])('from %s to %s: %s', (page, address, mixed) => {
  expect(isMixedContent(page, address)).toBe(mixed)
})
