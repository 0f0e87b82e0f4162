import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf, markdownOf } from './tables-as-text.ts'

describe('a table as CSV', () => {
  it('quotes where needed, leaves unknown values empty, and writes plain numbers', () => {
    expect(
      csvOf([
        ['Field', 'a "b", c'],
        ['Price', 0.4],
        ['Tiny', 1e-7],
        ['Huge', 1e21],
        ['None', null],
      ]),
    ).toBe('Field,"a ""b"", c"\r\nPrice,0.4\r\nTiny,0.0000001\r\nHuge,1000000000000000000000\r\nNone,\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1', '\u0000=1'])('escapes the formula %j', (text) => {
    expect(csvOf([[text]])).toMatch(/^"?'/u)
  })

  it('round-trips any text', () => {
    // Formulas are covered above.
    const text = fc.string({ maxLength: 12 }).filter((drawn) => !/^['\s\p{Cc}]*[=+\-@]/u.test(drawn))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), (table) => {
        expect(readCsv(csvOf(table))).toEqual(table)
      }),
    )
  })
})

describe('a table in Markdown', () => {
  it('has a heading, a separator, and one row each', () => {
    expect(
      markdownOf([
        ['Field', 'A'],
        ['Price', null],
      ]),
    ).toBe('| Field | A |\n| --- | --- |\n| Price | – |\n')
  })

  it('escapes the text of its cells', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (table) => {
        const lines = markdownOf(table).split('\n').slice(0, -1)
        expect(lines).toHaveLength(table.length + 1)
        for (const line of lines) expect(line.replaceAll(/\\./g, '').split('|')).toHaveLength(4)
      }),
    )
    expect(markdownOf([['<img src=x>', '[a](b)']])).not.toMatch(/(?<!\\)[<[]/u)
  })
})

/** A strict RFC 4180 parser. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  for (let rest = text; rest !== '';) {
    const row: string[] = []
    for (;;) {
      const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
      if (!cell) throw new Error(`Not CSV: ${rest}`)
      rest = rest.slice(cell[0].length)
      row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '')
      if (cell[3] === '\r\n') break
    }
    rows.push(row)
  }
  return rows
}
