import { expect, test } from 'vitest'
import { claimsByAsking } from './reply-claims.ts'

test('without locks, tabs tell each other which replies they stream, until they let go', async () => {
  const one = claimsByAsking('replies-test')
  const other = claimsByAsking('replies-test')
  const release = one.hold('a')
  other.hold('b')
  expect(await other.held(['a', 'b', 'c'])).toEqual(new Set(['a', 'b']))
  release()
  expect(await other.held(['a', 'b', 'c'])).toEqual(new Set(['b']))
})
