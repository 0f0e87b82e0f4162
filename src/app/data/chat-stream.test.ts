import { expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { streamChat } from './chat-stream.ts'

test('a connection that has been removed is a failed reply that says what to do, and calls nobody', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const call = { body: { model: 'm', messages: [] }, connectionId: 'gone', replyId: 'r' }
  const batches: ChatEvent[][] = []
  for await (const events of streamChat(call, new AbortController().signal)) batches.push(events)
  expect(batches).toMatchObject([[{ type: 'failed', error: { code: 'connection_removed' } }]])
  expect(batches[0]?.[0]).toHaveProperty('error.message', expect.stringContaining('Choose a model of another one'))
  expect(asked).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
