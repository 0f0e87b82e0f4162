import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDemoCall } from '#service/engines/demo/demo-call.test-support.ts'
import { readDemoReply } from '#service/engines/demo/read-demo-reply.test-support.ts'
import { countTokens } from '#service/engines/demo/tokens.ts'
import { readTypingRequest, writeManuscript } from './typist.ts'

describe('typist', () => {
  const manuscript = (length: number) => [...writeManuscript(length)].join('')

  describe('writeManuscript', () => {
    it('has exactly the requested length, and is deterministic', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 3000 }), (length) => {
          const text = manuscript(length)
          expect(countTokens(text)).toBe(length)
          expect(manuscript(length)).toBe(text)
        }),
      )
    })

    it('cuts no block', () => {
      for (let length = 2; length < 1500; length += 7) {
        const text = manuscript(length)
        expect(text).toMatch(/\.$/)
        expect((text.match(/^`{3,}/gm) ?? []).length % 2).toBe(0)
        expect((text.match(/^\$\$$/gm) ?? []).length % 2).toBe(0)
      }
    })

    it.each([
      ['headings', /^## \d+\. /m],
      ['lower headings', /^### \d+\.1 /m],
      ['nested lists', /^ {4}- /m],
      ['numbered lists', /^ {3}1\. /m],
      ['tasks', /^- \[x\] .*\n- \[ \] /m],
      ['tables', /^\|:-+\|:-+:\|-+:\|-+\|$/m],
      ['quotes in quotes', /^> > /m],
      ['links', /\[[^\]]+\]\(https:/],
      ['emphasis', /\*\*\*[^*]+\*\*\*/],
      ['strikethrough', /~~[^~]+~~/],
      ['footnotes', /^\[\^\d+\]: /m],
      ['maths', /^\$\$\n\\sum/m],
      ['rules', /^---$/m],
      ['fences in fences', /^````markdown/m],
      ['families of emoji', /👨‍👩‍👧/u],
      ['Chinese and Japanese', /\p{Script=Han}.*\p{Script=Hiragana}/u],
      ['Arabic and Hebrew', /\p{Script=Hebrew}[^]*\p{Script=Arabic}/u],
      ['long lines', /^.{500,}$/m],
    ])('has %s', (_, kind) => {
      expect(manuscript(5000)).toMatch(kind)
    })

    it('shows code in at least eight languages', () => {
      const languages = [...manuscript(5000).matchAll(/^`{3,}(\w+)$/gm)].map(([, language]) => language)
      expect(new Set(languages).size).toBeGreaterThanOrEqual(8)
    })

    it('varies its text', () => {
      const paragraphs = manuscript(20_000)
        .replace(/^(`{3,})\w[^]*?^\1$/gm, '')
        .split('\n\n')
        .filter((paragraph) => paragraph.length > 100)
      expect(new Set(paragraphs).size / paragraphs.length).toBeGreaterThan(0.99)
    })

    it('has the exact length even if it is long', () => {
      expect(countTokens(manuscript(32_000))).toBe(32_000)
    })
  })

  describe('parley/typist', () => {
    it.each([
      ['Begin', 600],
      ['1,200 tokens', 1200],
      ['0 tokens', 1],
      ['at 100 tok/s', 600],
    ])('answers %j with %i tokens', async (prompt, length) => {
      const { tokens, reason } = await readDemoReply(createDemoCall('parley/typist', prompt))
      expect([tokens.length, reason]).toEqual([length, 'stop'])
    })

    it('writes at most its documented maximum', async () => {
      const call = createDemoCall('parley/typist', '999,999 tokens at 0 tokens per second')
      const { tokens, reason } = await readDemoReply(call)
      expect([tokens.length, reason]).toEqual([200_000, 'stop'])
    })
  })
})

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

  it('reads numbers with any thousands separator', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.constantFrom(',', ' ', '.', '_', '\u00A0', ''), (tokens, separator) => {
        const written = String(tokens).replace(/\B(?=(\d{3})+$)/g, separator)
        expect(readTypingRequest(`please ${written} tokens`)).toEqual({ tokens })
      }),
    )
  })

  it('accepts any prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('1', ',', '.', ' ', 'k', 'tokens', '/', 's', '0') }), (prompt) => {
        for (const value of Object.values(readTypingRequest(prompt))) expect(value).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
