import { afterEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { streamChat } from './chat-stream.ts'

afterEach(() => void vi.unstubAllGlobals())

test('converts times to this page’s clock', async () => {
  const frame = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(frame)))
  vi.stubGlobal('location', { origin: 'http://parley.test' })
  const before = performance.now()
  const call = { body: { model: 'm', messages: [] }, connectionId: null, replyId: 'r' }
  const events: ChatEvent[] = []
  for await (const batch of streamChat(call, new AbortController().signal)) events.push(...batch)
  const [started, text] = events
  if (started?.type !== 'started' || text?.type !== 'text') throw new Error('Not the beginning of a reply')
  for (const time of [started.sentAt, text.arrived?.first, text.arrived?.last]) {
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(performance.now())
  }
})

test('fails with an explanation, and without a call, if the connection was removed', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const call = { body: { model: 'm', messages: [] }, connectionId: 'gone', replyId: 'r' }
  const batches: ChatEvent[][] = []
  for await (const events of streamChat(call, new AbortController().signal)) batches.push(events)
  expect(batches).toMatchObject([[{ type: 'failed', error: { code: 'connection_removed' } }]])
  expect(batches[0]?.[0]).toHaveProperty('error.message', expect.stringContaining('Choose another model'))
  expect(asked).not.toHaveBeenCalled()
})
