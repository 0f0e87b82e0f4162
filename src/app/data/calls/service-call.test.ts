import { expect, test } from 'vitest'
import { readRetryAfter } from './service-call.ts'

const now = Date.UTC(2026, 0, 1)

test.each([
  [{}, undefined],
  [{ 'retry-after': '7' }, now + 7_000],
  [{ 'retry-after': '7', 'retry-after-ms': '6500' }, now + 6_500],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, now + 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2015 00:01:00 GMT' }, now],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-3', 'retry-after-ms': 'x' }, undefined],
])('%j', (headers, at) => {
  const read = readRetryAfter(new Headers(Object.entries(headers)), now)
  if (at === undefined) expect(read === undefined || read >= now).toBe(true)
  else expect(read).toBe(at)
})
