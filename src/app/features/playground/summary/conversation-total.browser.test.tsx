import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Model } from '#contract/model.ts'
import type { Reply } from '#app/data/message.ts'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { createConversationStore } from '#app/chat/store/conversation-store.ts'
import { ConversationTotal } from './conversation-total.tsx'

const place = document.createElement('div')
beforeEach(() => document.body.append(place))
afterEach(() => {
  place.remove()
  vi.unstubAllGlobals()
})

/** The shown cost of a conversation with these replies. */
function costOf(...replies: Partial<Reply>[]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(place)
  const store = createConversationStore({
    stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
    now: () => 0,
    schedule: queueMicrotask,
  })
  const messages = replies.map((reply, index) => ({ ...waitingReply, id: `r${index}`, createdAt: index, ...reply }))
  store.getState().open({ messages, tip: messages.at(-1)?.id ?? null })
  const modelOf = (id: string) => {
    const rate = { free: 0, paid: 2 }[id]
    const pricing =
      rate === undefined ? [] : (['input_tokens', 'output_tokens'] as const).map((metric) => ({ metric, rate }))
    return { pricing } as unknown as Model
  }
  act(() => root.render(<ConversationTotal panes={[{ id: 'p', store, mark: 1 }]} modelOf={modelOf} />))
  const shown = place.querySelector('[data-total="cost"]')
  const seen = [shown?.textContent, shown?.getAttribute('data-value')]
  act(() => root.unmount())
  return seen
}

const usage = { prompt_tokens: 500_000, completion_tokens: 500_000, total_tokens: 1_000_000 }
const answered = { state: 'done' as const, text: 'Hi', deltas: 2, firstDeltaAt: 1, lastDeltaAt: 2, usage }

it('shows a dash, never Free, while no price is known', () => {
  expect(costOf()).toEqual(['–', ''])
  expect(costOf({ modelId: 'unknown' })).toEqual(['–', ''])
  expect(costOf({ modelId: 'unknown', state: 'failed' })).toEqual(['–', ''])
  expect(costOf({ ...answered, modelId: 'unknown' })).toEqual(['–', ''])
  expect(costOf({ ...answered, modelId: 'unknown' }, { ...answered, modelId: 'free' })).toEqual(['–', ''])
})

it('shows the known cost, and Free if every reply was free', () => {
  expect(costOf({ ...answered, modelId: 'free' })).toEqual(['Free', '0'])
  expect(costOf({ ...answered, modelId: 'unknown' }, { ...answered, modelId: 'paid' })[1]).toBe('2')
})
