import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fence } from './demo-model.ts'

describe('fence', () => {
  it('cannot be closed by its content', () => {
    const content = fc.array(fc.constantFrom('`', '```', '````', 'a', '\n', ' '), { maxLength: 12 })
    fc.assert(
      fc.property(content, (pieces) => {
        const lines = fence(pieces.join(''), 'text').split('\n')
        const ticks = lines.at(-1) ?? ''
        expect(lines[0]).toBe(`${ticks}text`)
        expect(ticks).toMatch(/^`{3,}$/)
        expect(lines.slice(1, -1).filter((line) => line.includes(ticks))).toEqual([])
        expect(lines.slice(1, -1).join('\n')).toBe(pieces.join(''))
      }),
    )
  })
})
