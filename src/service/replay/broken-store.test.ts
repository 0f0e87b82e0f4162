import { describe, expect, test } from 'vitest'
import { startWithReplays } from './replay-cache.test-support.ts'

describe('a broken store', () => {
  test('costs a miss, and one line in the log', async () => {
    let isDown = true
    const memory = new Map<string, string>()
    const { chat, warnings, pass } = await startWithReplays({
      store: {
        async get(key) {
          if (isDown) throw new Error('connect ECONNREFUSED')
          return memory.get(key)
        },
        async set(key, text) {
          if (isDown) throw new Error('connect ECONNREFUSED')
          memory.set(key, text)
        },
      },
    })
    for (const stream of [true, false, true]) {
      const { response, cache } = await chat({ stream })
      expect([response.status, cache]).toEqual([200, 'miss'])
      pass(2000)
    }
    expect(warnings).toEqual(['replay cache lost, so every request goes to its engine'])
    isDown = false
    await chat()
    expect((await chat()).cache).toBe('hit')
  })

  test('is left alone for a second, so that its timeouts don’t add up', async () => {
    let gets = 0
    const { chat, pass } = await startWithReplays({
      store: {
        get: () => Promise.reject(new Error(`Timeout ${(gets += 1)}`)),
        set: async () => {},
      },
    })
    for (let each = 0; each < 5; each++) await chat()
    expect(gets).toBe(1)
    pass(1000)
    await chat()
    expect(gets).toBe(2)
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"version":2,"events":[]}',
    '{"version":1,"events":[]}',
    '{"version":1,"events":[{"type":"text","choice":0,"text":"half"}]}',
    '{"version":1,"events":[{"type":"text","choice":0,"text":7},{"type":"finished","reasons":{"0":"stop"}}]}',
    '{"version":1,"events":[{"type":"finished","reasons":{"0":"because"}}]}',
    '{"version":1,"events":[{"type":"finished","reasons":{"zero":"stop"}}]}',
    '{"version":1,"events":[{"type":"failed","error":{"message":"No"}}]}',
  ])('with the damaged entry %j misses, and replaces it', async (damaged) => {
    let kept = damaged
    const { chat, warnings } = await startWithReplays({
      store: {
        get: async () => kept,
        async set(_, text) {
          kept = text
        },
      },
    })
    const { response, cache, text } = await chat()
    expect([response.status, cache]).toEqual([200, 'miss'])
    expect(text).toContain('Hello there')
    expect((await chat({ stream: true })).cache).toBe('hit')
    expect(warnings).toHaveLength(1)
  })
})
