import { describe, expect, it } from 'vitest'
import type { Reply } from '#app/data/message.ts'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { figuresOf, isMeasured, formatCost } from './reply-figures.ts'

const usage = { prompt_tokens: 1000, completion_tokens: 101, total_tokens: 1101 }
const priced = {
  pricing: [
    { metric: 'input_tokens' as const, rate: 2 },
    { metric: 'output_tokens' as const, rate: 10 },
  ],
}
const free = { pricing: priced.pricing.map((price) => ({ ...price, rate: 0 })) }
const reply: Reply = {
  ...waitingReply,
  sentAt: 1000,
  firstDeltaAt: 1500,
  lastDeltaAt: 3500,
  deltas: 40,
  sentCharacters: 402,
  usage,
}
const untold: Reply = { ...reply, usage: null, text: 'word '.repeat(40) }
const exactly = (value: number) => ({ value, estimated: false })
const about = (value: number) => ({ value, estimated: true })

describe('figuresOf', () => {
  it('measures decoding only, so a slow first token doesn’t lower the speed', () => {
    const quick = figuresOf(reply, undefined)
    const slow = figuresOf({ ...reply, sentAt: -60_000 }, undefined)
    expect(quick).toMatchObject({ firstToken: exactly(0.5), tokensPerSecond: exactly(50) })
    expect(slow).toMatchObject({ firstToken: exactly(61.5), tokensPerSecond: exactly(50) })
  })

  it('excludes an end token that is counted but has no text', () => {
    // One token every 20 ms. llama.cpp reports 101 ÷ 2 s, because it counts the end token after the last delta.
    const predictedPerSecond = 50.5
    const told = { ...reply, firstDeltaAt: 1000, lastDeltaAt: 1000 + 99 * 20, deltas: 100 }
    const { tokensPerSecond, tokensOut } = figuresOf(told, undefined)
    expect(tokensPerSecond?.value).toBeCloseTo(50, 10)
    expect(Math.abs((tokensPerSecond?.value ?? 0) / predictedPerSecond - 1)).toBeLessThan(0.03)
    expect(tokensOut).toEqual(exactly(101))
    const short = { ...told, deltas: 1, usage: { ...usage, completion_tokens: 2 } }
    expect(figuresOf(short, undefined).tokensPerSecond).toBeNull()
  })

  it('has no speed for a single delta', () => {
    expect(figuresOf({ ...reply, lastDeltaAt: 1500 }, undefined).tokensPerSecond).toBeNull()
  })

  it('has no figures for a reply without output', () => {
    expect(Object.values(figuresOf({ ...waitingReply, sentCharacters: 80 }, priced))).toEqual(Array(6).fill(null))
  })
})

describe('without usage', () => {
  it('estimates output tokens from deltas and input tokens from characters, and marks them', () => {
    expect(figuresOf(untold, undefined)).toMatchObject({
      tokensIn: about(101),
      tokensOut: about(40),
      tokensPerSecond: about(19.5),
    })
  })

  it('estimates from characters if a delta holds several tokens', () => {
    const lumps = { ...untold, deltas: 2, text: 'x'.repeat(400) }
    expect(figuresOf(lumps, undefined).tokensOut).toEqual(about(100))
  })

  it('counts only the new part of a continued reply', () => {
    const continued = { ...untold, deltas: 2, text: 'x'.repeat(4000) + 'y'.repeat(80), continuedFrom: 4000 }
    expect(figuresOf(continued, undefined).tokensOut).toEqual(about(20))
  })

  it('estimates if an engine reports zero tokens for a reply with text', () => {
    const zero = { prompt_tokens: 5, completion_tokens: 0, total_tokens: 5 }
    expect(figuresOf({ ...untold, usage: zero }, undefined)).toMatchObject({ tokensOut: about(40) })
  })

  it('marks an estimated cost, unless everything is free', () => {
    expect(figuresOf(untold, priced).cost?.estimated).toBe(true)
    expect(figuresOf(untold, priced).cost?.value).toBeCloseTo((101 * 2 + 40 * 10) / 1e6, 12)
    expect(figuresOf(untold, free).cost).toEqual(exactly(0))
  })
})

describe('reasoning tokens', () => {
  const details = { completion_tokens_details: { reasoning_tokens: 60 } }

  it('count toward the speed if the reasoning was sent', () => {
    const figures = figuresOf({ ...reply, reasoning: 'Hm.', usage: { ...usage, ...details } }, undefined)
    expect(figures).toMatchObject({
      tokensOut: exactly(101),
      reasoningTokens: exactly(60),
      tokensPerSecond: exactly(50),
    })
  })

  it('that were not sent don’t raise the measured speed', () => {
    const figures = figuresOf({ ...reply, deltas: 41, usage: { ...usage, ...details } }, undefined)
    expect(figures).toMatchObject({ tokensOut: exactly(101), tokensPerSecond: exactly(20) })
  })

  it('are added if the engine counts them separately from the completion', () => {
    const beside = { prompt_tokens: 1000, completion_tokens: 41, total_tokens: 1101, ...details }
    const figures = figuresOf({ ...reply, reasoning: 'Hm.', usage: beside }, undefined)
    expect(figures).toMatchObject({ tokensOut: exactly(101), tokensPerSecond: exactly(50) })
  })

  it('have their own price if there is one', () => {
    const model = { pricing: [...priced.pricing, { metric: 'reasoning_tokens' as const, rate: 20 }] }
    const cost = figuresOf({ ...reply, usage: { ...usage, ...details } }, model).cost
    expect(cost?.value).toBeCloseTo((1000 * 2 + 41 * 10 + 60 * 20) / 1e6, 12)
  })
})

describe('the cost', () => {
  it('multiplies the engine’s token counts by the model’s prices per million', () => {
    expect(figuresOf(reply, priced).cost?.value).toBeCloseTo(0.00301, 10)
    expect(figuresOf(reply, priced).cost?.estimated).toBe(false)
  })

  it('uses the higher rates above a threshold of input tokens, and reports that', () => {
    const tiers = (rate: number) => [{ above_input_tokens: 200_000, rate }]
    const model = {
      pricing: [
        { metric: 'input_tokens' as const, rate: 1.25, tiers: tiers(2.5) },
        { metric: 'output_tokens' as const, rate: 10, tiers: tiers(15) },
      ],
    }
    const costOf = (prompt_tokens: number) =>
      figuresOf({ ...reply, usage: { ...usage, prompt_tokens, completion_tokens: 600 } }, model).cost
    expect(costOf(300_000)).toEqual({ ...exactly(0.759), aboveInputTokens: 200_000 })
    expect(formatCost(costOf(300_000))).toBe('$0.759 (above 200K input)')
    expect(costOf(200_000)).toEqual(exactly(0.256))
    expect(formatCost(costOf(200_000))).toBe('$0.256')
  })

  it('is unknown without prices', () => {
    expect(figuresOf(reply, { pricing: [] }).cost).toBeNull()
    expect(figuresOf(reply, undefined).cost).toBeNull()
    // The engine that replied may not charge the maker's list price.
    expect(figuresOf(reply, { ...priced, list_price: true }).cost).toBeNull()
  })

  it('charges cached input at its own price, or at the input price', () => {
    const told = { ...reply, usage: { ...usage, prompt_tokens_details: { cached_tokens: 800 } } }
    const model = { pricing: [...priced.pricing, { metric: 'cached_input_tokens' as const, rate: 0.5 }] }
    expect(figuresOf(told, model).cost?.value).toBeCloseTo((200 * 2 + 800 * 0.5 + 101 * 10) / 1e6, 12)
    expect(figuresOf(told, priced).cost?.value).toBeCloseTo(0.00301, 10)
  })
})

it('distinguishes a reply with any measurement from one that came from a link', () => {
  expect(isMeasured(figuresOf(reply, priced))).toBe(true)
  expect(isMeasured(figuresOf(untold, undefined))).toBe(true)
  expect(isMeasured(figuresOf({ ...waitingReply, state: 'done', text: 'Well said.' }, priced))).toBe(false)
})
