import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstWorkload, readWorkload, workloadFromConversation, workloadLimits } from './workload.ts'

describe('a workload', () => {
  it('comes back as it was kept', () => {
    const kept = { tokensIn: 1, tokensOut: 0, requestsPerDay: 7, cachedShare: 0.25 }
    expect(readWorkload(kept)).toEqual(kept)
  })

  it('is usable whatever was kept', () => {
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
  it('is what its requests took on average, as often as before', () => {
    const requests = [
      { tokensIn: 100, tokensOut: 50 },
      { tokensIn: 300, tokensOut: 51, cachedTokens: 100 },
    ]
    expect(workloadFromConversation(requests, firstWorkload)).toEqual({
      tokensIn: 200,
      tokensOut: 51,
      requestsPerDay: firstWorkload.requestsPerDay,
      cachedShare: 0.25,
    })
  })

  it('is none before anything was counted', () => {
    expect(workloadFromConversation([], firstWorkload)).toBeUndefined()
  })
})
