import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDemoCall } from './demo-call.test-support.ts'
import { readDemoReply } from './read-demo-reply.test-support.ts'

describe('parley/echo', () => {
  it('repeats any message exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (message) => {
        const { text } = await readDemoReply(createDemoCall('parley/echo', message))
        expect(text).toBe(message)
      }),
    )
  })

  it('repeats the last user message, including the text of its parts', async () => {
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
    const { text } = await readDemoReply(createDemoCall('parley/echo', messages))
    expect(text).toBe('last')
  })

  it('explains when there is nothing to echo', async () => {
    const { text } = await readDemoReply(createDemoCall('parley/echo', [{ role: 'system', content: 'Be brief.' }]))
    expect(text).toMatch(/nothing to echo/)
  })
})
