/** Recognizes what a line of Markdown begins or ends at the top level. Specification: CommonMark 0.31, GFM 0.29. */

export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

/** Columns of whitespace before the text. A tab advances to the next multiple of four. */
export function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** The opening line of fenced code. */
export interface Fence {
  marker: '`' | '~'
  length: number
  indent: number
  info: string
}

/** Parses the opening fence of a code block; undefined if the line isn't one. */
export function parseFence(line: string): Fence | undefined {
  const match = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line)
  if (!match) return undefined
  const [, indent = '', run = '', info = ''] = match
  return { marker: run.startsWith('~') ? '~' : '`', length: run.length, indent: indent.length, info: info.trim() }
}

/** Whether the line closes the code block that this fence opened. */
export function closesFence(line: string, { marker, length }: Fence): boolean {
  const run = line.trim()
  return indentOf(line) < 4 && run.length >= length && run === marker.repeat(run.length)
}

export function isAtxHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)
}

export function isThematicBreak(line: string): boolean {
  return /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line)
}

export function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line)
}

/** `[^label]:` begins a footnote anywhere, even in the middle of a paragraph. */
export function isFootnote(line: string): boolean {
  return /^ {0,3}\[\^[^\]\s]+\]:/.test(line)
}

/** The start of a list item. */
export interface ListMarker {
  /** The bullet, or `.` or `)` after a number. Items of one list share it. */
  type: string
  ordered: boolean
  indent: number
  /** Lines indented to this column belong to the item. */
  contentColumn: number
  /** Whether it can interrupt a paragraph: not when empty, and a number only when it is 1. */
  canInterrupt: boolean
}

/** Parses the list marker at the start of the line; undefined if there is none. */
export function parseListMarker(line: string): ListMarker | undefined {
  const match = /^( {0,3})([-+*]|(\d{1,9})([.)]))(?=([ \t]*)(.*)$)/.exec(line)
  if (!match || isThematicBreak(line)) return undefined
  const [, indent = '', marker = '', digits, delimiter, gap = '', text = ''] = match
  if (gap === '' && text !== '') return undefined
  const width = indentOf(line.slice(indent.length + marker.length))
  return {
    type: delimiter ?? marker,
    ordered: digits !== undefined,
    indent: indent.length,
    contentColumn: indent.length + marker.length + (text === '' || width > 4 ? 1 : width),
    canInterrupt: text !== '' && (digits === undefined || Number(digits) === 1),
  }
}

/** Whether the line turns the paragraph before it into a heading. */
export function isSetextUnderline(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line)
}

/** Whether the line turns the line before it into a table head. */
export function isTableDelimiter(line: string): boolean {
  return /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(line) && /[|:]/.test(line)
}

/** The number of cells in a table row. A bar after a backslash is text. */
export function countCells(line: string): number {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return row.split(/(?<!\\)\|/).length
}
