import { expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { sumUsage } from './conversation-total.tsx'

const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }
const reply = { ...waitingReply, firstDeltaAt: 200, lastDeltaAt: 900, deltas: 50, usage }
const pricing = (['input_tokens', 'output_tokens'] as const).map((metric) => ({ metric, rate: 2 }))
const modelOf = (id: string) => (id === 'parley/echo' ? ({ pricing } as unknown as Model) : undefined)

it('sums every reply, and counts those without a known cost', () => {
  const other = { ...reply, id: 'b', sentAt: 5, modelId: 'someone/else' }
  const total = sumUsage([reply, other, { ...waitingReply, sentAt: 7 }], modelOf)
  expect(total).toMatchObject({
    tokensIn: { value: 200, estimated: false },
    tokensOut: { value: 100, estimated: false },
    unpriced: 1,
  })
  expect(total.cost?.value).toBeCloseTo(0.0003, 12)
})

it('counts a reply once if a branch copied it to another pane', () => {
  expect(sumUsage([reply, { ...reply, id: 'copy', parent: 'x' }], modelOf).tokensOut.value).toBe(50)
})

it('counts the replies billed at the higher rates for long input', () => {
  const tiers = [{ above_input_tokens: 99, rate: 4 }]
  const tiered = { pricing: pricing.map((price) => ({ ...price, tiers })) } as unknown as Model
  const total = sumUsage(
    [reply, { ...reply, sentAt: 5, usage: { ...usage, prompt_tokens: 99, total_tokens: 149 } }],
    () => tiered,
  )
  expect(total.longInput).toBe(1)
  expect(total.cost?.value).toBeCloseTo((150 * 4 + 149 * 2) / 1e6, 12)
})

it('is an estimate as soon as one part is', () => {
  const untold = { ...reply, id: 'c', sentAt: 9, usage: null }
  expect(sumUsage([reply, untold], modelOf).tokensOut).toEqual({ value: 100, estimated: true })
})

it('counts rounds of tools and times them apart from the model', () => {
  const callOf = (index: number, startedAt: number, endedAt: number) => ({
    index,
    id: `c${index}`,
    name: 'weather',
    arguments: '{}',
    result: { text: 'sunny', startedAt, endedAt },
  })
  const asked = { ...reply, sentAt: 0, lastDeltaAt: 900, toolCalls: [callOf(0, 900, 1400), callOf(1, 1000, 1900)] }
  const waiting = {
    ...reply,
    sentAt: 2000,
    lastDeltaAt: 2500,
    toolCalls: [{ index: 0, id: 'c', name: 'weather', arguments: '{}' }],
  }
  const { toolRounds, modelTime, toolTime } = sumUsage([asked, waiting], modelOf)
  expect({ toolRounds, modelTime, toolTime }).toEqual({ toolRounds: 1, modelTime: 1.4, toolTime: 1 })
})
