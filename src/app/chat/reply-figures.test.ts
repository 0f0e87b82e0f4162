import { describe, expect, it } from 'vitest'
import { waitingReply } from './conversation.test-support.ts'
import { figuresOf } from './reply-figures.ts'

const usage = { prompt_tokens: 1000, completion_tokens: 101, total_tokens: 1101 }
const priced = {
  pricing: [
    { metric: 'input_tokens', rate: 2 },
    { metric: 'output_tokens', rate: 10 },
  ],
}
const reply = { ...waitingReply, sentAt: 1000, firstDeltaAt: 1500, lastDeltaAt: 3500, deltas: 40, usage }

describe('figuresOf', () => {
  it('measures decoding alone, so that a slow first token does not lower the speed', () => {
    const quick = figuresOf(reply, undefined)
    const slow = figuresOf({ ...reply, sentAt: -60_000 }, undefined)
    expect(quick).toMatchObject({ firstToken: 0.5, tokensPerSecond: 50 })
    expect(slow).toMatchObject({ firstToken: 61.5, tokensPerSecond: 50 })
  })

  it('costs the engine’s token counts at the model’s prices per million', () => {
    expect(figuresOf(reply, priced as never).cost).toBeCloseTo(0.00301, 10)
  })

  it('does not know a cost without prices or without usage', () => {
    expect(figuresOf(reply, { pricing: [] } as never).cost).toBeNull()
    expect(figuresOf(reply, undefined).cost).toBeNull()
    expect(figuresOf({ ...reply, usage: null }, priced as never).cost).toBeNull()
  })

  it('estimates tokens out by the pieces received, and says so', () => {
    expect(figuresOf({ ...reply, usage: null }, undefined)).toMatchObject({
      tokensOut: 40,
      tokensIn: null,
      estimated: true,
    })
  })

  it('knows nothing of a reply of which nothing came', () => {
    expect(figuresOf(waitingReply, undefined)).toEqual({
      firstToken: null,
      tokensPerSecond: null,
      tokensIn: null,
      tokensOut: null,
      estimated: false,
      cost: null,
    })
  })

  it('tells no speed for a single piece', () => {
    expect(figuresOf({ ...reply, lastDeltaAt: 1500 }, undefined).tokensPerSecond).toBeNull()
  })
})
