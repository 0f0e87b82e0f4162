import { expect, test } from 'vitest'
import { createMemoryReplays } from './memory-replays.ts'

const clock = { now: () => 0, sleep: async () => {} }

test('drops the replies that were not used for the longest time', async () => {
  // Room for three: each takes 2 × (1 + 9) bytes.
  const replies = createMemoryReplays({ clock, ttlMs: 1000, maxBytes: 60 })
  for (const key of ['a', 'b', 'c']) await replies.set(key, 'nine char')
  await replies.get('a')
  await replies.set('d', 'nine char')
  const kept = async () => Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await replies.get(key)) !== undefined))
  expect(await kept()).toEqual([true, false, true, true])
  // Replacing a reply frees the old one's room.
  await replies.set('d', 'nine-char')
  expect(await kept()).toEqual([true, false, true, true])
  await replies.set('e', 'x'.repeat(100))
  expect(await replies.get('e')).toBeUndefined()
})
