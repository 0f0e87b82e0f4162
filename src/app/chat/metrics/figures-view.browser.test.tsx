import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import type { Reply } from '#app/data/message.ts'
import { FiguresView } from './figures-view.tsx'

test('updates the figures of a streaming reply four times a second, and at once when it ends', async () => {
  const reply: Reply = {
    ...waitingReply,
    state: 'streaming',
    sentAt: 0,
    firstDeltaAt: 500,
    lastDeltaAt: 1_000,
    deltas: 2,
  }
  const shown = await render(<FiguresView reply={reply} model={undefined} />)
  const tokens = shown.container.querySelector('[data-figure="tokens-out"]')
  const update = async (fields: Partial<Reply>) => {
    await shown.rerender(<FiguresView reply={{ ...reply, ...fields }} model={undefined} />)
    return tokens?.getAttribute('data-value')
  }
  expect(tokens?.getAttribute('data-value')).toBe('2')
  expect(await update({ lastDeltaAt: 1_249, deltas: 30 })).toBe('2')
  expect(await update({ lastDeltaAt: 1_250, deltas: 31 })).toBe('31')
  expect(await update({ lastDeltaAt: 1_260, deltas: 32, state: 'done' })).toBe('32')
})
