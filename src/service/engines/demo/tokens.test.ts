import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatRequest } from '#contract/chat.ts'
import { ServiceError } from '#service/service-error.ts'
import { countTokens, cutAtStop, readStopSequences, tokensOf } from './tokens.ts'

describe('tokens', () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.constantFrom(' ', '\n', '`', 'a', '"', '漢', '1'), fc.string({ unit: 'binary', maxLength: 2 })),
  })

  describe('tokensOf', () => {
    it('loses no text and creates no empty token', () => {
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

    it('limits the length of tokens, even for a long run of one character', () => {
      for (const sign of ['a', '1', '-', ' ', '\n', '🙂', '漢', '\u0301']) {
        expect(countTokens(sign.repeat(160))).toBeGreaterThanOrEqual(10)
      }
    })
  })
})

describe('stop sequences', () => {
  const fewLetters = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength, maxLength })

  function requestWith(stop: unknown) {
    return chatRequest.parse({ model: 'm', messages: [{ role: 'user', content: '' }], stop })
  }

  describe('cutAtStop', () => {
    const asTokens = (texts: readonly string[]) => texts.map((text) => ({ text }))
    const cutTexts = (texts: readonly string[], sequences: readonly string[]) =>
      [...cutAtStop(asTokens(texts), sequences)].map(({ text }) => text)

    it('returns the text before the first sequence for any tokens', () => {
      fc.assert(
        fc.property(fc.array(fewLetters(1, 4), { maxLength: 20 }), fewLetters(1, 5), (tokens, sequence) => {
          const text = tokens.join('')
          const at = text.indexOf(sequence)
          expect(cutTexts(tokens, [sequence]).join('')).toBe(at < 0 ? text : text.slice(0, at))
        }),
        { numRuns: 500 },
      )
    })

    it('stops at any of several sequences', () => {
      fc.assert(
        fc.property(
          fc.array(fewLetters(1, 4), { maxLength: 20 }),
          fc.array(fewLetters(1, 5), { minLength: 2, maxLength: 4 }),
          (tokens, sequences) => {
            const output = cutTexts(tokens, sequences).join('')
            expect(tokens.join('').startsWith(output)).toBe(true)
            expect(sequences.filter((sequence) => output.includes(sequence))).toEqual([])
          },
        ),
        { numRuns: 500 },
      )
    })

    it('holds back only a possible start of a sequence', () => {
      const made: string[] = []
      function* tokens() {
        for (const token of ['one', ' two', ' thr', 'ow', ' four']) {
          made.push(token)
          yield { text: token }
        }
      }
      const cut = cutAtStop(tokens(), [' three'])
      expect([cut.next().value, cut.next().value, made.length]).toEqual([{ text: 'one' }, { text: ' two' }, 2])
      expect([cut.next().value, made.length]).toEqual([{ text: ' thr' }, 4])
    })

    it('keeps tokens whole if nothing is cut', () => {
      expect(cutTexts(['a', 'b', 'END', 'c'], ['END'])).toEqual(['a', 'b'])
      expect(cutTexts(['a', 'bE', 'ND', 'c'], ['END'])).toEqual(['a', 'b'])
    })
  })

  describe('readStopSequences', () => {
    it.each([
      [undefined, []],
      [null, []],
      ['\n', ['\n']],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      [[], []],
    ])('reads %j', (stop, sequences) => {
      expect(readStopSequences(requestWith(stop))).toEqual(sequences)
    })

    it.each([[''], [5], [['a', '']], [['a', 1]], [['a', 'b', 'c', 'd', 'e']]])(
      'refuses %j with the field’s name',
      (stop) => {
        let refusal: unknown
        try {
          readStopSequences(requestWith(stop))
        } catch (error) {
          refusal = error
        }
        expect(refusal).toBeInstanceOf(ServiceError)
        expect(refusal).toMatchObject({ status: 400, detail: { code: 'invalid_value', param: 'stop' } })
      },
    )
  })
})
