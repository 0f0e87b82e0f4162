import { array, assert, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { waitingReply } from './conversation.test-support.ts'
import type { ProgressPoint } from '#app/data/message.ts'
import { errorOf } from '#contract/errors.ts'
import { applyChatEvent, maxPoints, recordProgress } from './apply-chat-event.ts'

describe('progress samples', () => {
  const gather = (all: readonly ProgressPoint[]) => {
    let points: readonly ProgressPoint[] = []
    for (const point of all) points = recordProgress(points, point)
    return points
  }

  describe('noteProgress', () => {
    it('keeps every sample of a short reply', () => {
      const all = [0, 100, 200].map((at) => ({ at, pieces: at }))
      expect(gather(all)).toEqual(all)
    })

    it('keeps the last sample of each interval', () => {
      expect(
        gather([
          { at: 0, pieces: 1 },
          { at: 10, pieces: 2 },
          { at: 20, pieces: 9 },
        ]),
      ).toEqual([
        { at: 0, pieces: 1 },
        { at: 20, pieces: 9 },
      ])
    })

    it('stays small and ordered for long replies, with exact first and last samples', () => {
      const steps = array(record({ after: integer({ min: 0, max: 5_000 }), pieces: integer({ min: 1, max: 50 }) }), {
        minLength: 1,
        maxLength: 400,
      })
      assert(
        property(steps, (drawn) => {
          let at = 0
          let pieces = 0
          const all = drawn.map((step) => ({ at: (at += step.after), pieces: (pieces += step.pieces) }))
          const points = gather(all)
          expect(points.length).toBeLessThanOrEqual(maxPoints)
          expect(points[0]).toEqual(all[0])
          expect(points.at(-1)).toEqual(all.at(-1))
          for (const [index, point] of points.entries()) {
            expect(all).toContainEqual(point)
            if (index > 0) expect(point.at).toBeGreaterThanOrEqual(points[index - 1]?.at ?? 0)
          }
        }),
      )
    })
  })
})

describe('applyChatEvent', () => {
  it('collects text and the times of the first and last delta', () => {
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

  it('measures from when the request was sent, not from the click', () => {
    const reply = applyChatEvent(waitingReply, { type: 'started', sentAt: 180 }, 300)
    expect(reply).toMatchObject({ state: 'waiting', sentAt: 180 })
  })

  it('keeps reasoning separate from the text', () => {
    const reply = applyChatEvent(waitingReply, { type: 'reasoning', choice: 0, text: 'Hm.' }, 10)
    expect(reply).toMatchObject({ state: 'streaming', text: '', reasoning: 'Hm.' })
  })

  it('collects parallel tool calls, and counts and times their deltas', () => {
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

  it('stays waiting until content arrives', () => {
    expect(applyChatEvent(waitingReply, { type: 'started', id: 'x' }, 10).state).toBe('waiting')
    expect(applyChatEvent(waitingReply, { type: 'text', choice: 0, text: '' }, 10).firstDeltaAt).toBeNull()
  })

  it('ends with the engine’s finish reason', () => {
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
