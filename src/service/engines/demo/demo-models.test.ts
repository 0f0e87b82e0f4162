import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBuiltInCall } from './built-in-call.test-support.ts'
import { readBuiltInReply } from './read-built-in-reply.test-support.ts'

describe('parley/echo', () => {
  it('says any message again, exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (message) => {
        const { text } = await readBuiltInReply(createBuiltInCall('parley/echo', message))
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
    const { text } = await readBuiltInReply(createBuiltInCall('parley/echo', messages))
    expect(text).toBe('last')
  })

  it('says so when there is nothing to echo', async () => {
    const { text } = await readBuiltInReply(
      createBuiltInCall('parley/echo', [{ role: 'system', content: 'Be brief.' }]),
    )
    expect(text).toMatch(/nothing to echo/)
  })
})
