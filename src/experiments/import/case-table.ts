import { experimentLimits } from '#experiments/definition.ts'
import { readJsonRows } from './json-rows.ts'
import { createNotices, quote } from './notices.ts'
import { mostColumns, type ReadRow, type RowSource, tooManyColumns } from './row.ts'
import { readTableRows } from './table-rows.ts'

/** A row of an imported file. A variable without a value in that row is absent. */
export interface ImportedCase {
  values: Record<string, string>
  expected?: string
  note?: string
}

export interface ImportedCases {
  /** The names of the variables, in the order of the file. */
  columns: string[]
  cases: ImportedCase[]
  /** Sentences about what wasn't imported. */
  skipped: string[]
}

/** Longer files, in characters, are refused. */
const longestFile = 50_000_000
/** Rows are taken over for so many milliseconds at a time. */
const slice = 10

/** The columns that hold the expected text; the first one in this order that the file has is taken. */
const expectedNames = ['expected', 'expected_output', 'ideal', '__expected']

/**
 * Reads cases from a file or from pasted spreadsheet cells: CSV, TSV, JSON, JSONL or OpenAI evals items, told apart by their
 * content. `fileName` only decides where the content fits several formats. `pause` is awaited every few milliseconds, so that
 * a page stays responsive. `problem` says why nothing could be read, and what to do.
 */
export async function readCases(
  text: string,
  fileName = '',
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<ImportedCases | { problem: string }> {
  if (text.length > longestFile)
    return { problem: 'This file is larger than 50 MB. Split it, and import the parts one after another.' }
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (!/\S/u.test(clean))
    return { problem: 'This file is empty. Choose a file with column names and at least one row.' }
  const source = readJsonRows(clean) ?? readTableRows(clean, fileName)
  if ('problem' in source) return source
  await pause()
  return collect(source, pause)
}

async function collect(
  { rows, isCaseSensitive, noRows }: RowSource,
  pause: () => Promise<void>,
): Promise<ImportedCases | { problem: string }> {
  const notices = createNotices()
  const columns = new Set<string>()
  const read: ReadRow[] = []
  let sliceEnd = performance.now() + slice
  for (const row of rows) {
    if (performance.now() > sliceEnd) {
      await pause()
      sliceEnd = performance.now() + slice
    }
    if (row === null) continue
    if ('problem' in row) return row
    for (const sentence of row.notices ?? []) notices.add(sentence)
    if (!row.cells) continue
    if (read.length === experimentLimits.cases)
      return { problem: 'This file has more than 10,000 rows. Split it, or remove the rows that you don’t need.' }
    for (const [name] of row.cells) if (isUsable(name)) columns.add(name)
    if (columns.size > mostColumns) return { problem: tooManyColumns }
    read.push(row)
  }
  if (read.length === 0) return { problem: [...notices.list().slice(0, 1), noRows].join(' ') }

  const known = (names: string[]) => specialColumns([...columns], names, isCaseSensitive)
  const [expectedName, ...others] = known(expectedNames)
  const [noteName] = known(['note'])
  for (const other of others)
    notices.add(`${quote(other)} became a variable, because ${quote(expectedName ?? '')} is the expected text.`)
  const special = new Set([expectedName, noteName])

  const cases: ImportedCase[] = []
  for (const { cells = [], keepsEmpty = false, expected, note } of read) {
    if (performance.now() > sliceEnd) {
      await pause()
      sliceEnd = performance.now() + slice
    }
    const each: ImportedCase = {
      values: {},
      ...(expected !== undefined && { expected }),
      ...(note !== undefined && { note }),
    }
    for (const [name, value] of cells) {
      if (!isUsable(name)) notices.add(`The column ${quote(name)} wasn’t imported: rename it.`)
      else if (!special.has(name)) each.values[name] = value
      else if (value === '' && !keepsEmpty) continue
      else if (name === expectedName) each.expected ??= value
      else each.note ??= value
    }
    cases.push(each)
  }
  return { columns: [...columns].filter((name) => !special.has(name)), cases, skipped: notices.list() }
}

/** Assigning to `__proto__` would change the object instead of adding a value. */
function isUsable(name: string): boolean {
  return name !== '__proto__'
}

/** Headings of tables are often written "Expected"; members of JSON objects are taken as they are. */
function specialColumns(columns: string[], names: string[], isCaseSensitive: boolean): string[] {
  return names.flatMap((name) => columns.filter((each) => (isCaseSensitive ? each : each.toLowerCase()) === name))
}
