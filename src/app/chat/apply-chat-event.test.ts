import { describe, expect, it } from 'vitest'
import { errorOf } from '#contract/errors.ts'
import { applyChatEvent } from './apply-chat-event.ts'
import { waitingReply } from './conversation.test-support.ts'

describe('applyChatEvent', () => {
  it('gathers text and remembers when the first and the last piece came', () => {
    const first = applyChatEvent(waitingReply, { type: 'text', choice: 0, text: 'Good ' }, 300)
    const second = applyChatEvent(first, { type: 'text', choice: 0, text: 'day' }, 450)
    expect(second).toMatchObject({
      state: 'streaming',
      text: 'Good day',
      firstDeltaAt: 300,
      lastDeltaAt: 450,
      deltas: 2,
    })
  })

  it('counts from when the request was sent, not from the press of a button', () => {
    const reply = applyChatEvent(waitingReply, { type: 'started', sentAt: 180 }, 300)
    expect(reply).toMatchObject({ state: 'waiting', sentAt: 180 })
  })

  it('keeps reasoning apart from the text', () => {
    const reply = applyChatEvent(waitingReply, { type: 'reasoning', choice: 0, text: 'Hm.' }, 10)
    expect(reply).toMatchObject({ state: 'streaming', text: '', reasoning: 'Hm.' })
  })

  it('gathers tool calls, several at a time, and counts and times their pieces', () => {
    const events = [
      { type: 'tool' as const, choice: 0, index: 0, id: 'a', name: 'look', arguments: '{"x"' },
      { type: 'tool' as const, choice: 0, index: 1, name: 'find' },
      { type: 'tool' as const, choice: 0, index: 0, arguments: ':1}' },
      { type: 'tool' as const, choice: 1, index: 0, name: 'other' },
    ]
    const reply = events.reduce((grown, event, place) => applyChatEvent(grown, event, 200 + place), waitingReply)
    expect(reply).toMatchObject({
      state: 'streaming',
      toolCalls: [
        { index: 0, id: 'a', name: 'look', arguments: '{"x":1}' },
        { index: 1, id: '', name: 'find', arguments: '' },
      ],
      firstDeltaAt: 200,
      firstTextAt: 200,
      lastDeltaAt: 202,
      deltas: 3,
    })
  })

  it('shows the first choice only', () => {
    expect(applyChatEvent(waitingReply, { type: 'text', choice: 1, text: 'another' }, 10)).toBe(waitingReply)
  })

  it('stays waiting while nothing but framing has come', () => {
    expect(applyChatEvent(waitingReply, { type: 'started', id: 'x' }, 10).state).toBe('waiting')
    expect(applyChatEvent(waitingReply, { type: 'text', choice: 0, text: '' }, 10).firstDeltaAt).toBeNull()
  })

  it('ends with the reason the engine gave', () => {
    const reply = applyChatEvent(waitingReply, { type: 'finished', reasons: { 0: 'length' } }, 10)
    expect(reply).toMatchObject({ state: 'done', finishReason: 'length' })
  })

  it('keeps what arrived when the reply fails', () => {
    const begun = applyChatEvent(waitingReply, { type: 'text', choice: 0, text: 'Half a' }, 10)
    const error = errorOf('upstream_cut', 'The reply was cut.')
    expect(applyChatEvent(begun, { type: 'failed', error }, 20)).toMatchObject({
      state: 'failed',
      text: 'Half a',
      failure: error,
    })
  })
})
