import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens, tokensOf } from './tokens.ts'

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(' ', '\n', '`', 'a', '"', '漢', '1'), fc.string({ unit: 'binary', maxLength: 2 })),
})

describe('tokensOf', () => {
  it('loses nothing and makes no empty token, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'grapheme' })), (text) => {
        const tokens = [...tokensOf(text)]
        expect(tokens.join('')).toBe(text)
        expect(tokens).not.toContain('')
        expect(countTokens(text)).toBe(tokens.length)
      }),
    )
  })

  it.each([
    ['Two words.', ['Two', ' words', '.']],
    ['internationalisation', ['internat', 'ionalisa', 'tion']],
    ["don't", ['don', "'t"]],
    ['in 12345', ['in', ' 123', '45']],
    ['港の朝', ['港', 'の', '朝']],
    ['abc漢', ['abc', '漢']],
    ['a 👩‍🔬🇳🇴', ['a', ' 👩‍🔬', '🇳🇴']],
    ['```ts\n    x', ['```', 'ts', '\n', '   ', ' x']],
    ['a\n\nb', ['a', '\n\n', 'b']],
    ['', []],
  ])('cuts %j', (text, tokens) => {
    expect([...tokensOf(text)]).toEqual(tokens)
  })

  it('keeps every token short, so that no run of one sign is a token for itself', () => {
    for (const sign of ['a', '1', '-', ' ', '\n', '🙂', '漢', '\u0301']) {
      expect(countTokens(sign.repeat(160))).toBeGreaterThanOrEqual(10)
    }
  })
})
