import { afterEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { connections } from '#app/data/connections/connections.ts'
import { type RequestMessage, streamChat } from './chat-stream.ts'

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

test('sends the reasoning of a reply with tool calls back only to providers that need it', async () => {
  const sent = new Map<string, string>()
  vi.stubGlobal('location', { origin: 'http://parley.test' })
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.set(new URL(url).hostname, body)
    return Promise.resolve(Response.json({ data: [], choices: [] }))
  })
  const reply: RequestMessage = { role: 'assistant', content: null, reasoning_content: 'I think.', tool_calls: [] }
  for (const baseUrl of ['https://api.deepseek.com', 'https://other.test/v1']) {
    const { id } = connections.save({ id: null, name: baseUrl, baseUrl, key: undefined, place: 'tab' })
    const call = { body: { model: 'm', messages: [reply] }, connectionId: id, replyId: baseUrl }
    for await (const _ of streamChat(call, new AbortController().signal)) continue
  }
  expect(sent.get('api.deepseek.com')).toContain('"reasoning_content":"I think."')
  expect(sent.get('other.test')).toContain('"tool_calls":[]')
  expect(sent.get('other.test')).not.toContain('I think.')
})
