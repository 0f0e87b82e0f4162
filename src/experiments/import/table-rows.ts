import Papa from 'papaparse'
import { quote } from './notices.ts'
import { mostColumns, type ReadRow, type RowSource, tooManyColumns } from './row.ts'

/** Characters that are parsed at once: a few milliseconds. */
const windowSize = 64_000
/** A row longer than this is a quotation mark that was never closed. */
const longestRow = 2_000_000

/** A character that no table contains, so that each line is one cell. */
const noDelimiter = '\u001F'

interface ParsedWindow {
  data: string[][]
  /** Rows of `data` with a misplaced quotation mark. */
  misquoted: Set<number>
  /** Characters that the rows of `data` take. */
  length: number
}

/**
 * The rows of CSV, TSV or pasted spreadsheet cells; the first one has the column names. The delimiter is a tab, a semicolon or
 * a comma, whichever splits the rows most evenly. Rows are numbered as a spreadsheet numbers them: the names are row 1.
 */
export function readTableRows(text: string, fileName: string): RowSource {
  // Within cells, too: a prompt shouldn't depend on the system that the file was written on.
  const unified = text.includes('\r') ? text.replaceAll(/\r\n?/gu, '\n') : text
  // Excel writes the delimiter in front of some files.
  const declared = /^sep=([^\n])\n/u.exec(unified)
  const body = declared ? unified.slice(declared[0].length) : unified
  return {
    rows: rowsOf(body, declared?.[1] ?? delimiterOf(body, fileName)),
    isCaseSensitive: false,
    noRows: 'This table has column names but no rows. Add at least one row below the names.',
  }
}

function* rowsOf(text: string, delimiter: string): RowSource['rows'] {
  let header: Header | undefined
  let number = 0
  for (let at = 0, size = windowSize; at < text.length;) {
    const isLast = at + size >= text.length
    const { data, misquoted, length } = parse(text.slice(at, at + size), delimiter, isLast)
    if (length === 0 && !isLast) {
      size *= 2
      if (size <= longestRow) continue
      yield {
        problem: `The quotation mark that opens in row ${number + 1} is never closed. Close it, then import again.`,
      }
      return
    }
    for (const [index, cells] of data.entries()) {
      number += 1
      const isBlank = cells.every((cell) => cell.trim() === '')
      if (isBlank) continue
      if (header) yield toRow(header, cells, number, misquoted.has(index))
      else if (cells.length > mostColumns) {
        yield { problem: tooManyColumns }
        return
      } else {
        header = headerOf(cells)
        yield { notices: header.notices }
      }
    }
    yield null
    at += isLast ? size : length
    size = windowSize
  }
}

interface Header {
  /** The name of each column; undefined for one that isn't imported. */
  names: (string | undefined)[]
  notices: string[]
}

function headerOf(cells: string[]): Header {
  const notices: string[] = []
  const seen = new Set<string>()
  const names = cells.map((cell, at) => {
    const name = cell.replaceAll(/\s+/gu, ' ').trim()
    if (name === '') notices.push(`Column ${at + 1} has no name, so it wasn’t imported.`)
    else if (seen.has(name))
      notices.push(`The column ${quote(name)} exists more than once. Only the first one was imported.`)
    else {
      seen.add(name)
      return name
    }
    return undefined
  })
  return { names, notices }
}

function toRow({ names }: Header, cells: string[], number: number, isMisquoted: boolean): ReadRow {
  const notices: string[] = []
  if (isMisquoted) notices.push(`Row ${number} has a misplaced quotation mark. Check its cells.`)
  if (cells.slice(names.length).some((cell) => cell.trim() !== ''))
    notices.push(`Row ${number} has more cells than the header. The additional cells weren’t imported.`)
  return {
    cells: cells.flatMap((cell, at) => {
      const name = names[at]
      return name === undefined ? [] : [[name, cell] as const]
    }),
    ...(notices.length > 0 && { notices }),
  }
}

function parse(text: string, delimiter: string, isLast: boolean): ParsedWindow {
  const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' })
  const { data, errors, meta } = parser.parse(text, 0, !isLast)
  return { data, misquoted: new Set(errors.map(({ row }) => row)), length: meta.cursor }
}

/** The delimiter with which most of the first rows have as many cells as the header. */
function delimiterOf(text: string, fileName: string): string {
  const candidates = /\.csv$/iu.test(fileName) ? [',', ';', '\t'] : ['\t', ';', ',']
  const start = text.slice(0, windowSize)
  let best = { delimiter: noDelimiter, share: 0, cells: 1 }
  for (const delimiter of candidates) {
    const [header, ...rows] = parse(start, delimiter, true).data.slice(0, 50)
    const cells = header?.length ?? 0
    if (cells < 2) continue
    const filled = rows.filter((row) => row.some((cell) => cell !== ''))
    const even = filled.filter((row) => row.length === cells).length
    const share = filled.length === 0 ? 1 : even / filled.length
    if (best.cells === 1 || share > best.share || (share === best.share && cells > best.cells))
      best = { delimiter, share, cells }
  }
  return best.delimiter
}
