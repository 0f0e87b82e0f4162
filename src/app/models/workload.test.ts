import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstWorkload,
  readUsages,
  readWorkload,
  workloadFromConversation,
  workloadLimits,
  workloadWords,
} from './workload.ts'

describe('a workload', () => {
  it('round-trips through storage', () => {
    const stored = { tokensIn: 1, tokensOut: 0, requestsPerDay: 7, cachedShare: 0.25 }
    expect(readWorkload(stored)).toEqual(stored)
  })

  it('is valid whatever was stored', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (tokensIn, cachedShare) => {
        const read = readWorkload({ ...firstWorkload, tokensIn, cachedShare })
        expect(Number.isInteger(read.tokensIn)).toBe(true)
        expect(read.tokensIn).toBeLessThanOrEqual(workloadLimits.tokensIn)
        expect(read.cachedShare).toBeGreaterThanOrEqual(0)
        expect(read.cachedShare).toBeLessThanOrEqual(1)
      }),
    )
    expect(readWorkload(null)).toEqual(firstWorkload)
    expect(readWorkload({ tokensIn: '7', tokensOut: -1, requestsPerDay: Number.NaN })).toEqual(firstWorkload)
  })
})

describe('the workload of a conversation', () => {
  const usages = [
    { tokensIn: 100, tokensOut: 50 },
    { tokensIn: 300, tokensOut: 51, cachedTokens: 100 },
  ]

  it('is one request with the tokens of all its turns', () => {
    expect(workloadFromConversation(usages)).toEqual({
      tokensIn: 400,
      tokensOut: 101,
      requestsPerDay: 1,
      cachedShare: 0.25,
      turns: [
        { tokensIn: 100, tokensOut: 50 },
        { tokensIn: 300, tokensOut: 51 },
      ],
    })
    expect(workloadFromConversation(usages.slice(0, 1))).toEqual({
      tokensIn: 100,
      tokensOut: 50,
      requestsPerDay: 1,
      cachedShare: 0,
    })
  })

  it('is undefined before any call', () => {
    expect(workloadFromConversation([])).toBeUndefined()
  })

  it('keeps its turns only while they add up to it', () => {
    const taken = workloadFromConversation(usages)
    expect(readWorkload({ ...taken, requestsPerDay: 9 }).turns).toHaveLength(2)
    expect(readWorkload({ ...taken, tokensIn: 401 })).not.toHaveProperty('turns')
    expect(readWorkload({ ...taken, turns: [{ tokensIn: 400, tokensOut: '101' }, null] })).not.toHaveProperty('turns')
  })

  it('is read from storage without invalid calls', () => {
    expect(readUsages(JSON.parse(JSON.stringify(usages)))).toEqual(usages)
    expect(readUsages([...usages, null, { tokensIn: -1, tokensOut: 1 }, { tokensIn: 1 }])).toEqual(usages)
    expect(readUsages('[]')).toEqual([])
  })
})

it('words a workload in one line', () => {
  expect(workloadWords(firstWorkload)).toBe('2,000 in · 500 out · 1,000 requests per day')
  const turn = { tokensIn: 10, tokensOut: 5, cachedTokens: 5 }
  const taken = workloadFromConversation([turn, turn]) ?? firstWorkload
  expect(workloadWords(taken)).toBe('20 in · 10 out · 2 turns · 1 request per day · 50% cached')
})
