import { afterEach, expect, it, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { streamOnDemand } from './load-chat-stream.ts'

const piece: ChatEvent = { type: 'text', choice: 0, text: 'Hel' }

vi.mock('#app/data/calls/chat-stream.ts', () => ({
  async *streamChat() {
    yield [piece]
    await Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  },
}))

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['the service is gone', () => Promise.reject(new TypeError('Failed to fetch')), /service cannot be reached.*retry/u],
  ['Parley was updated', () => Promise.resolve(new Response()), /Reload the page/u],
])('fails if a required script can’t load because %s', async (_, answer, words) => {
  vi.stubGlobal('location', { href: 'http://here.example/' })
  vi.stubGlobal('fetch', answer)
  const call = { body: { model: 'parley/echo', messages: [] }, connectionId: null, replyId: 'r' }
  const arrived: ChatEvent[] = []
  for await (const events of streamOnDemand(call, new AbortController().signal)) arrived.push(...events)
  const message: unknown = expect.stringMatching(words)
  expect(arrived).toMatchObject([piece, { type: 'failed', error: { code: 'service_unreachable', message } }])
})
