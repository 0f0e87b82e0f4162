/** A browser would hardly hold more for each of 10,000 rows. */
export const mostColumns = 1_000
export const tooManyColumns = 'This file has more than 1,000 columns. Remove those that the prompt doesn’t use.'

/** What was read at one place of a file: a row, sentences about what is wrong there, or both. */
export interface ReadRow {
  /** Names and values; absent if the row couldn't be read. */
  cells?: (readonly [name: string, value: string])[]
  /** The expected text and the note, if the format names them apart from the columns. */
  expected?: string
  note?: string
  /** Whether an empty expected text or note counts. A table can't tell it from a missing one. */
  keepsEmpty?: boolean
  notices?: string[]
}

/** The rows of a file, read on demand. */
export interface RowSource {
  /** Null is a place to pause. A problem ends the reading. */
  rows: Iterable<ReadRow | { problem: string } | null>
  /** Whether "Expected" and "expected" are different columns. */
  isCaseSensitive: boolean
  /** The problem of a file without any row. */
  noRows: string
}
