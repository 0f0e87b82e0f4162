/** What a line of markdown can begin or end at the top level. Specification: CommonMark 0.31, GFM 0.29. */

export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

/** Columns of white space before the text; a tab reaches to the next multiple of four. */
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

/** The fence that the line opens code with; undefined where it opens none. */
export function fenceOf(line: string): Fence | undefined {
  const found = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line)
  if (!found) return undefined
  const [, indent = '', run = '', info = ''] = found
  return { marker: run.startsWith('~') ? '~' : '`', length: run.length, indent: indent.length, info: info.trim() }
}

/** Whether the line ends the code that a fence opened. */
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
  /** Items of one list share it: the bullet, or `.` or `)` after a number. */
  type: string
  ordered: boolean
  indent: number
  /** The column from which a line belongs to the item. */
  content: number
  /** Whether it may end a paragraph: not when empty, and a number only when it is 1. */
  interrupts: boolean
}

/** The start of the list item that begins on the line; undefined where none does. */
export function listMarkerOf(line: string): ListMarker | undefined {
  const found = /^( {0,3})([-+*]|(\d{1,9})([.)]))(?=([ \t]*)(.*)$)/.exec(line)
  if (!found || isThematicBreak(line)) return undefined
  const [, indent = '', marker = '', digits, delimiter, gap = '', text = ''] = found
  if (gap === '' && text !== '') return undefined
  const width = indentOf(line.slice(indent.length + marker.length))
  return {
    type: delimiter ?? marker,
    ordered: digits !== undefined,
    indent: indent.length,
    content: indent.length + marker.length + (text === '' || width > 4 ? 1 : width),
    interrupts: text !== '' && (digits === undefined || Number(digits) === 1),
  }
}

/** Whether the line underlines the paragraph before it into a heading. */
export function isSetextUnderline(line: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line)
}

/** Whether the line makes the one before it the head of a table. */
export function isTableDelimiter(line: string): boolean {
  return /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(line) && /[|:]/.test(line)
}

/** How many cells a row of a table has; a bar behind a backslash is text. */
export function cellCount(line: string): number {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return row.split(/(?<!\\)\|/).length
}
