import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestCall } from './test-call.ts'
import { readTestReply } from './test-reply.ts'

describe('parley/echo', () => {
  it('says any message again, exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (message) => {
        const { text } = await readTestReply(createTestCall('parley/echo', message))
        expect(text).toBe(message)
      }),
    )
  })

  it('takes the last message of the user, and the text of its parts', async () => {
    const messages = [
      { role: 'user', content: 'first' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'last' },
          { type: 'image_url', image_url: { url: 'data:,' } },
        ],
      },
      { role: 'assistant', content: 'not me' },
    ]
    const { text } = await readTestReply(createTestCall('parley/echo', messages))
    expect(text).toBe('last')
  })

  it('says so when there is nothing to echo', async () => {
    const { text } = await readTestReply(createTestCall('parley/echo', [{ role: 'system', content: 'Be brief.' }]))
    expect(text).toMatch(/nothing to echo/)
  })
})
