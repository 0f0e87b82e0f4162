import { act, useLayoutEffect, useRef } from 'react'
import { type Root, createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { createConversationStore } from '#app/chat/store/conversation-store.ts'
import type { Reply, WrittenMessage } from '#app/data/message.ts'
import type { Model } from '#contract/model.ts'
import { MessageView } from './message-row.tsx'
import { ReplyView, useHasBeenInView } from './reply-view.tsx'

describe('useHasBeenInView', () => {
  const place = document.createElement('div')
  let root: Root

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('oncontentvisibilityautostatechange', null)
    root = createRoot(place)
  })
  afterEach(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })

  /** The browser's event for elements with `content-visibility: auto`. */
  function tell(element: Element | null, skipped: boolean) {
    element?.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange', { bubbles: true }), { skipped }))
  }

  interface ProbeProps {
    initially?: boolean
    /** Runs when the element is in the document, before the first paint. */
    atOnce?: () => void
  }

  function Probe({ initially = false, atOnce }: ProbeProps) {
    const element = useRef<HTMLDivElement>(null)
    const seen = useHasBeenInView(element, initially)
    useLayoutEffect(() => atOnce?.(), [atOnce])
    return (
      <div ref={element}>
        {seen ? 'seen' : 'unseen'}
        <p />
      </div>
    )
  }

  const probe = () => place.firstElementChild
  const draw = (props: ProbeProps = {}) => act(() => root.render(<Probe {...props} />))

  describe('whether an element has been near the viewport', () => {
    it('is reported by the browser, and stays true', () => {
      draw()
      expect(place.textContent).toBe('unseen')
      act(() => tell(probe(), false))
      expect(place.textContent).toBe('seen')
      act(() => tell(probe(), true))
      expect(place.textContent).toBe('seen')
    })

    it('is known if the event fires before the first render', () => {
      draw({ atOnce: () => tell(probe(), false) })
      expect(place.textContent).toBe('seen')
    })

    it('ignores events for leaving the viewport and for descendants', () => {
      draw()
      act(() => tell(probe(), true))
      act(() => tell(place.querySelector('p'), false))
      expect(place.textContent).toBe('unseen')
    })

    it('starts true if requested, or in browsers without the event', () => {
      draw({ initially: true })
      expect(place.textContent).toBe('seen')
      act(() => root.unmount())
      Reflect.deleteProperty(globalThis, 'oncontentvisibilityautostatechange')
      root = createRoot(place)
      draw()
      expect(place.textContent).toBe('seen')
    })
  })
})

describe('reply view', () => {
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

  /** Shows a reply that started at 0, in its state after `now` milliseconds. */
  function show(reply: Partial<Reply>, model?: Model, now = 1000) {
    vi.spyOn(performance, 'now').mockReturnValue(now)
    const message = { ...waitingReply, sentAt: 0, ...reply }
    act(() =>
      root.render(
        <ReplyView {...{ reply: message, model, store, modelId: null, isLast: true, wasStreaming: false }} />,
      ),
    )
    vi.restoreAllMocks()
    return place.textContent ?? ''
  }

  const part = (name: string) => [...place.querySelectorAll(`[data-part="${name}"]`)].map((each) => each.textContent)
  const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 }

  it('labels a reply with the model’s name, or its id if the catalogue doesn’t know it', () => {
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

  it('shows an empty reply with its figures and ending', () => {
    const words = show({ state: 'done', finishReason: 'length', usage })
    expect(words).toContain('Empty reply')
    expect(place.querySelector('[data-figure="tokens-out"]')?.getAttribute('data-value')).toBe('1')
    expect(words).toContain('Stopped: token limit')
    // Also without any figures.
    expect(show({ state: 'done', finishReason: 'stop' })).toContain('Empty reply')
    expect(show({ state: 'done', finishReason: 'stop', text: 'Hi' })).not.toContain('Empty reply')
  })

  it('shows tool calls as text, with indented arguments while streaming', () => {
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

  it('shows one status at a time for a running reply', () => {
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

  const told = { ...usage, completion_tokens: 200, completion_tokens_details: { reasoning_tokens: 120 } }
  const details = () => place.querySelector('details')
  const summary = () => place.querySelector('summary')

  it('shows the reasoning token count with the figures, or in the title of the reasoning', () => {
    const done = { state: 'done', text: 'So', finishReason: 'stop', usage: told } as const
    expect(show(done)).toContain('120 reasoning')
    show({ ...done, reasoning: 'Hm', firstDeltaAt: 200, firstTextAt: 1_500, lastDeltaAt: 1_800 })
    expect(summary()?.textContent).toBe('Thought for 1.3 s · 120 tokens')
    expect(place.querySelector('[data-figure="reasoning-tokens"]')?.parentElement?.hidden).toBe(true)
  })

  const thinking = { state: 'streaming', reasoning: 'Hm', firstDeltaAt: 200, lastDeltaAt: 900 } as const
  const answering = { ...thinking, text: 'So', firstTextAt: 1_500, lastDeltaAt: 1_600 }

  it('opens the reasoning while it streams, and folds it when the answer begins or the reply ends', () => {
    show(thinking)
    expect(details()?.open).toBe(true)
    show(answering)
    expect(details()?.open).toBe(false)
    expect(summary()?.textContent).toBe('Thought for 1.3 s')
    act(() => root.render(null))
    show(thinking)
    show({ ...thinking, state: 'stopped' })
    expect(details()?.open).toBe(false)
  })

  it('keeps the reasoning as the user left it', () => {
    show(thinking)
    act(() => summary()?.click())
    expect(details()?.open).toBe(false)
    show({ ...thinking, reasoning: 'Hm, hm' })
    expect(details()?.open).toBe(false)
    act(() => summary()?.click())
    show(answering)
    show({ ...answering, state: 'done' })
    expect(details()?.open).toBe(true)
  })

  it('shows the versions in the label, also while the reply streams', () => {
    const reply = { ...waitingReply, state: 'streaming' as const, text: 'Two', firstDeltaAt: 1 }
    act(() => store.getState().open({ messages: [{ ...reply, id: 'one' }, reply], tip: reply.id }))
    show(reply)
    expect(part('label')).toEqual(['parley/echo2 of 2'])
    act(() => store.getState().open({ messages: [], tip: null }))
  })
})
