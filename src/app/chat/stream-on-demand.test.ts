import { expect, it, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { streamOnDemand } from './stream-on-demand.ts'

const piece: ChatEvent = { type: 'text', choice: 0, text: 'Hel' }

vi.mock('#app/data/chat-stream.ts', () => ({
  async *streamChat() {
    yield [piece]
    await Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  },
}))

it('ends in a failure where a script that is needed on the way can’t be had', async () => {
  const call = { body: { model: 'parley/echo', messages: [] }, connectionId: null, replyId: 'r' }
  const arrived: ChatEvent[] = []
  for await (const events of streamOnDemand(call, new AbortController().signal)) arrived.push(...events)
  expect(arrived).toMatchObject([piece, { type: 'failed', error: { code: 'service_unreachable' } }])
})
