import { expect, test } from 'vitest'
import { createBroadcastClaims } from './reply-claims.ts'

test('tells other tabs which replies it streams if locks are unavailable', async () => {
  const one = createBroadcastClaims('replies-test')
  const other = createBroadcastClaims('replies-test')
  const release = one.hold('a')
  other.hold('b')
  expect(await other.held(['a', 'b', 'c'])).toEqual(new Set(['a', 'b']))
  release()
  expect(await other.held(['a', 'b', 'c'])).toEqual(new Set(['b']))
})
