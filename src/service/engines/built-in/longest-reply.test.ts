import { describe, expect, test } from 'vitest'
import { readLongestReply } from './longest-reply.ts'
import { createBuiltInCall } from './built-in-call.test-support.ts'

const longest = (fields: Record<string, unknown>) =>
  readLongestReply(createBuiltInCall('parley/echo', 'Hi', fields).request)

describe('the longest reply', () => {
  test.each([
    [{}, undefined],
    [{ max_tokens: 5 }, 5],
    [{ max_completion_tokens: 5 }, 5],
    [{ max_completion_tokens: null, max_tokens: null }, undefined],
    [{ max_tokens: 5, max_completion_tokens: 3 }, 3],
    [{ max_tokens: 3, max_completion_tokens: 5 }, 3],
  ])('of %o is %s', (fields, limit) => {
    expect(longest(fields)).toBe(limit)
  })

  test.each([0, -1, 1.5, '5', {}])('max_completion_tokens may not be %o', (value) => {
    expect(() => longest({ max_completion_tokens: value })).toThrow(
      'max_completion_tokens must be a whole number of at least 1.',
    )
  })
})
