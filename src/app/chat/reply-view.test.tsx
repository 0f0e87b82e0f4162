import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Model } from '#contract/model.ts'
import type { Reply, WrittenMessage } from '#app/data/message.ts'
import { waitingReply } from './conversation.test-support.ts'
import { createConversationStore } from './conversation-store.ts'
import { MessageView } from './message-view.tsx'
import { ReplyView } from './reply-view.tsx'

const place = document.createElement('div')
const store = createConversationStore({
  stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
  now: () => 0,
  schedule: queueMicrotask,
})
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

/** Shows a reply that began at 0, as it stands at `now` milliseconds. */
function show(reply: Partial<Reply>, model?: Model, now = 1000) {
  vi.spyOn(performance, 'now').mockReturnValue(now)
  const message = { ...waitingReply, sentAt: 0, ...reply }
  act(() =>
    root.render(<ReplyView {...{ reply: message, model, store, modelId: null, isLast: true, watched: false }} />),
  )
  vi.restoreAllMocks()
  return place.textContent ?? ''
}

const part = (name: string) => [...place.querySelectorAll(`[data-part="${name}"]`)].map((each) => each.textContent)
const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 }

it('names the model above a reply: its name, or its id where the catalogue has none', () => {
  show({ state: 'done', text: 'Hi' })
  expect(part('label')).toEqual(['parley/echo'])
  show({ state: 'done', text: 'Hi' }, { name: 'Echo' } as Model)
  expect(part('label')).toEqual(['Echo'])
  expect(place.querySelector('article')?.getAttribute('aria-label')).toBe('Reply from parley/echo')
})

it.each([
  ['user', 'You'],
  ['system', 'System'],
  ['assistant', 'Assistant'],
] as const)('labels a written message of role %s', (role, name) => {
  const message: WrittenMessage = { kind: 'written', id: 'm', parent: null, createdAt: 0, role, text: 'Hi' }
  act(() => root.render(<MessageView message={message} store={store} modelId={null} isLast />))
  expect(part('label')).toEqual([name])
  expect(part('text')).toEqual(['Hi'])
})

it('says that a reply is empty, with its figures and how it ended', () => {
  const words = show({ state: 'done', finishReason: 'length', usage })
  expect(words).toContain('Empty reply')
  expect(place.querySelector('[data-figure="tokens-out"]')?.getAttribute('data-value')).toBe('1')
  expect(words).toContain('Stopped: token limit')
  // Without any figures, too.
  expect(show({ state: 'done', finishReason: 'stop' })).toMatch(/Empty reply.*Finished/u)
  expect(show({ state: 'done', finishReason: 'stop', text: 'Hi' })).not.toContain('Empty reply')
})

it('shows tool calls as text, with their arguments indented while they still grow', () => {
  const toolCalls = [{ index: 0, id: 'c1', name: 'weather', arguments: '{"city":"<b>Köln</b>","da' }]
  show({ state: 'streaming', toolCalls })
  const card = place.querySelector('[role="group"][aria-label="Tool call weather"]')
  expect(card?.getAttribute('data-part')).toBe('tool-call')
  expect(part('arguments')).toEqual(['{\n  "city": "<b>Köln</b>",\n  "da'])
  expect(place.querySelector('b:not([data-figure])')).toBeNull()
  const words = show({ state: 'done', toolCalls, finishReason: 'tool_calls', usage })
  expect(words).toContain('Stopped: tool call')
  expect(words).not.toContain('Empty reply')
})

it('says one thing at a time about a reply on its way', () => {
  expect(show({})).toContain('Waiting for first token…')
  expect(show({}, undefined, 11_500)).toContain('Waiting for first token… 11 s')
  const thinking = show({ state: 'streaming', reasoning: 'Hm', firstDeltaAt: 900, lastDeltaAt: 990 })
  expect(thinking).toContain('Thinking…')
  expect(thinking).not.toContain('Writing…')
  const begun = { state: 'streaming' as const, text: 'So', firstDeltaAt: 900, firstTextAt: 950, lastDeltaAt: 990 }
  const writing = show({ ...begun, reasoning: 'Hm' })
  expect(writing).toContain('Writing…')
  expect(writing).not.toContain('Thinking…')
  expect(show(begun, undefined, 13_000)).toContain('Writing… No output for 12 s')
})

it('counts reasoning tokens in two words', () => {
  const told = { ...usage, completion_tokens: 200, completion_tokens_details: { reasoning_tokens: 120 } }
  expect(show({ state: 'done', text: 'So', finishReason: 'stop', usage: told })).toContain('120 reasoning')
})
