import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTypingRequest } from './typing-request.ts'

describe('readTypingRequest', () => {
  it.each([
    ['2000 tokens at 500 tokens per second', 2000, 500],
    ['2,000 tokens at 1,000 tokens per second', 2000, 1000],
    ['Type 12 000 tokens, please.', 12000, undefined],
    ['12’000 tokens', 12000, undefined],
    ['1.500 tokens', 1500, undefined],
    ['8k tokens', 8000, undefined],
    ['1.5k tokens at 0.5 tok/s', 1500, 0.5],
    ['32K Tokens', 32000, undefined],
    ['at 100 tok/s', undefined, 100],
    ['at 100 tokens a second, 300 tokens', 300, 100],
    ['60 tps', undefined, 60],
    ['60 t/s', undefined, 60],
    ['250 tokens @ 90/s', 250, 90],
    ['a 500-token reply', 500, undefined],
    ['1 token', 1, undefined],
    ['100 tokens per page', 100, undefined],
    ['at 0 tokens per second', undefined, 0],
    ['in 2026 I had 5 tables', undefined, undefined],
    ['', undefined, undefined],
  ])('reads %j', (prompt, tokens, tokensPerSecond) => {
    expect(readTypingRequest(prompt)).toEqual({
      ...(tokens !== undefined && { tokens }),
      ...(tokensPerSecond !== undefined && { tokensPerSecond }),
    })
  })

  it('reads back every number, however its thousands are parted', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.constantFrom(',', ' ', '.', '_', '\u00A0', ''), (tokens, separator) => {
        const written = String(tokens).replace(/\B(?=(\d{3})+$)/g, separator)
        expect(readTypingRequest(`please ${written} tokens`)).toEqual({ tokens })
      }),
    )
  })

  it('never stumbles, whatever the prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('1', ',', '.', ' ', 'k', 'tokens', '/', 's', '0') }), (prompt) => {
        for (const value of Object.values(readTypingRequest(prompt))) expect(value).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
