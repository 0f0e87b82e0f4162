import { expect, it } from 'vitest'
import { createTableParser } from './table-view.tsx'

function table(columns: number, rows: number): string {
  const line = (cell: string) => `${`|${cell}`.repeat(columns)}|\n`
  return line(' h ') + line('---') + line(' a ').repeat(rows)
}

it('parses a long table in several parts, each row once and in order', () => {
  const parser = createTableParser()
  const source = table(8, 400)
  let goes = 0
  let pieces = parser.parse(source, undefined)
  while (pieces?.hasMore && goes < 100) {
    goes += 1
    pieces = parser.parse(source, undefined)
  }
  expect(goes).toBeGreaterThan(2)
  expect(pieces?.hasMore).toBe(false)
  expect(pieces?.sections.length).toBeGreaterThan(1)
  const rows = pieces?.sections.flat().flatMap((chunk) => chunk.source.split('\n').slice(2))
  expect(rows).toEqual(source.trimEnd().split('\n').slice(2))
})

it('parses a table of usual length in one part', () => {
  const pieces = createTableParser().parse(table(6, 20), undefined)
  expect(pieces?.hasMore).toBe(false)
  expect(pieces?.sections).toHaveLength(1)
})

it('leaves very wide tables to the parser', () => {
  expect(createTableParser().parse(table(250, 3), undefined)).toBeUndefined()
})
