import { assert, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { buildLine, axisTicks, tokensAt } from './tokens-chart.tsx'

const reply = {
  ...waitingReply,
  sentAt: 1000,
  deltas: 10,
  progress: [
    { at: 2000, pieces: 1 },
    { at: 3000, pieces: 5 },
    { at: 5000, pieces: 10 },
  ],
}

describe('lineOf', () => {
  it('starts flat before the first token, and ends at the engine’s token count', () => {
    expect(buildLine(reply, { value: 20, estimated: false })).toEqual([
      { seconds: 1, tokens: 0 },
      { seconds: 1, tokens: 2 },
      { seconds: 2, tokens: 10 },
      { seconds: 4, tokens: 20 },
    ])
  })

  it('is empty without tokens', () => {
    expect(buildLine(waitingReply, null)).toEqual([])
  })
})

it('interpolates the tokens at any time: null before the first, all after the last', () => {
  const line = buildLine(reply, { value: 20, estimated: false })
  expect([0.5, 1, 1.5, 3, 9].map((at) => tokensAt(line, at))).toEqual([null, 2, 6, 15, 20])
  expect(tokensAt([], 1)).toBeNull()
})

it('steps are few, even and within the chart', () => {
  expect(axisTicks(0)).toEqual([])
  expect(axisTicks(7.2)).toEqual([2, 4, 6])
  assert(
    property(double({ min: 1e-3, max: 1e6, noNaN: true }), (most) => {
      const steps = axisTicks(most)
      expect(steps.length).toBeGreaterThanOrEqual(2)
      expect(steps.length).toBeLessThanOrEqual(5)
      expect(steps.at(-1)).toBeLessThanOrEqual(most * 1.001)
    }),
  )
})
