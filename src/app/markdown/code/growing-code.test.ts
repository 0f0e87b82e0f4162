import { javascript } from '@codemirror/legacy-modes/mode/javascript'
import { python } from '@codemirror/legacy-modes/mode/python'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CodeChunk, type GrowingCode, type ShownCode, createGrowingCode } from './growing-code.ts'
import type { Grammar } from './highlight-line.ts'

const sample = [
  'def greet(name):',
  '    """Says hello,',
  '    over three lines: "quoted" return',
  '    """',
  '',
  '    return f"Hello {name}"  # done',
  'x = 42',
].join('\n')

function textOf(chunks: readonly CodeChunk[]): string {
  return chunks
    .flat()
    .flatMap(({ pieces }) => pieces.map(({ text }) => text))
    .join('')
}

function kindsOf(chunks: readonly CodeChunk[]): string[] {
  return chunks
    .flat()
    .flatMap(({ pieces }) => pieces)
    .filter(({ kind }) => kind !== undefined)
    .map(({ kind, text }) => `${kind}: ${text.trim()}`)
}

function readAll(growing: GrowingCode, code: string, grammar: Grammar | undefined): ShownCode {
  const shown = growing.read(code, grammar)
  return shown.hasMore ? readAll(growing, code, grammar) : shown
}

describe('GrowingCode', () => {
  it('highlights tokens by kind, carrying the grammar state from line to line', () => {
    const { chunks } = createGrowingCode().read(sample, python)
    const kinds = kindsOf(chunks)
    expect(kinds).toContain('keyword: def')
    expect(kinds).toContain('number: 42')
    expect(kinds).toContain('comment: # done')
    // `return` isn't a keyword inside the three-line string.
    expect(kinds).toContain('string: over three lines: "quoted" return')
  })

  it('gives the same result however the code is split', () => {
    const texts = fc.array(fc.constantFrom('"""', '\n', 'x = 1', ' # c', '  ', 'def f():', "'"), { maxLength: 40 })
    fc.assert(
      fc.property(texts, fc.array(fc.nat(8)), fc.boolean(), (parts, steps, isLate) => {
        const code = parts.join('')
        const growing = createGrowingCode()
        let length = 0
        for (const step of steps) {
          length = Math.min(code.length, length + step)
          const shown = growing.read(code.slice(0, length), isLate ? undefined : python)
          expect(textOf(shown.chunks)).toBe(code.slice(0, length))
        }
        const streamed = growing.read(code, python).chunks
        expect(streamed).toEqual(createGrowingCode().read(code, python).chunks)
        expect(textOf(streamed)).toBe(code)
      }),
    )
  })

  it('reuses finished chunks and lines', () => {
    const growing = createGrowingCode()
    const code = 'const a = 1\n'.repeat(100)
    const before = growing.read(code, javascript).chunks
    const after = growing.read(`${code}const b = 2\nle`, javascript).chunks
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    expect(after.findIndex((chunk, index) => chunk !== before[index])).toBe(3)
    expect(after[3]?.[0]).toBe(before[3]?.[0])
    expect(after[3]?.[4]).not.toBe(before[3]?.[4])
  })

  it('removes the newline before the closing fence', () => {
    const growing = createGrowingCode()
    const before = growing.read('a\nb\n', javascript).chunks
    const after = growing.read('a\nb', javascript).chunks
    expect(textOf(after)).toBe('a\nb')
    expect(after[0]?.[0]).toBe(before[0]?.[0])
  })

  it('starts over when the code is replaced', () => {
    const growing = createGrowingCode()
    growing.read('one\ntwo\nthree', javascript)
    expect(textOf(growing.read('one\nother\nthree and more', javascript).chunks)).toBe('one\nother\nthree and more')
    expect(textOf(growing.read('', javascript).chunks)).toBe('')
  })

  it('shows and highlights a burst in parts, and completely in the end', () => {
    const code = Array.from({ length: 5_000 }, (_, line) => `const line${line} = ${line}`).join('\n')
    const growing = createGrowingCode()
    const first = growing.read(code, javascript)
    expect(first.hasMore).toBe(true)
    expect(first.chunks.flat().length).toBeLessThan(1_000)
    const { chunks } = readAll(growing, code, javascript)
    expect(textOf(chunks)).toBe(code)
    expect(kindsOf(chunks).filter((kind) => kind.startsWith('number')).length).toBe(5_000)
  })

  it('doesn’t highlight very long lines, or code where a grammar throws or doesn’t advance', () => {
    const throwing: Grammar = {
      token: () => {
        throw new Error('no')
      },
    }
    const still: Grammar = { token: () => 'keyword' }
    for (const grammar of [throwing, still]) {
      const { chunks, hasMore } = createGrowingCode().read('a b\nc', grammar)
      expect([textOf(chunks), kindsOf(chunks), hasMore]).toEqual(['a b\nc', [], false])
    }
    const long = `const a = "${'x'.repeat(3_000)}"`
    const { chunks } = createGrowingCode().read(`${long}\nconst b`, javascript)
    expect(kindsOf(chunks)).toEqual(['keyword: const', 'name: b'])
    expect(textOf(chunks)).toBe(`${long}\nconst b`)
  })
})
