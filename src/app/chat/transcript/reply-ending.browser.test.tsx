import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useStore } from 'zustand'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { createConversationStore, type ConversationStore } from '#app/chat/store/conversation-store.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { ReplyEnding } from './reply-ending.tsx'

const place = document.createElement('div')
let root: Root
let store: ConversationStore

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  root = createRoot(place)
  store = createConversationStore({
    // A reply that never arrives.
    stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
    now: () => 0,
    schedule: queueMicrotask,
  })
  const cut = { ...waitingReply, state: 'interrupted' as const, text: 'Half a' }
  store.getState().open({ messages: [cut, { ...cut, id: 'reply-2', parent: cut.id }], tip: 'reply-2' })
  act(() => root.render(<Messages />))
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

function Messages() {
  const replies = pathOf(useStore(store)).filter((message) => message.kind === 'reply')
  return replies.map((reply) => (
    <article key={reply.id} data-message={reply.id} tabIndex={-1}>
      <ReplyEnding reply={reply} store={store} modelId={null} announce={false} onInspect={() => undefined} />
    </article>
  ))
}

function buttons(name: string): HTMLButtonElement[] {
  return [...place.querySelectorAll('button')].filter(({ textContent }) => textContent === name)
}

it.each(['Retry', 'Continue'])('%s moves focus to the new reply', (name) => {
  const button = buttons(name).at(-1)
  button?.focus()
  act(() => button?.click())
  expect(button?.isConnected).toBe(false)
  expect(document.activeElement?.getAttribute('data-message')).toBe(store.getState().running)
})

it('offers no action that would fail while another reply is running', () => {
  act(() => buttons('Retry').at(-1)?.click())
  expect([...buttons('Retry'), ...buttons('Continue')].map(({ disabled }) => disabled)).toEqual([true, true])
})
