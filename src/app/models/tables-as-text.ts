/** A table whose first row is its heading. Numbers stay numbers; null is unknown. */
export type TextTable = readonly (readonly (string | number | null)[])[]

/** What a spreadsheet would take for a formula, and run. */
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u

/**
 * A table as CSV (RFC 4180). Unknown is empty. A text that a spreadsheet would run begins with an apostrophe, which
 * spreadsheets read as “this is text”: names and descriptions come from wherever models do.
 */
export function csvOf(table: TextTable): string {
  return table.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return plainNumber(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Without an exponent, which not every reader of tables knows. */
function plainNumber(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value < 1 ? value.toFixed(20).replace(/0+$/, '') : value.toLocaleString('en-US', { useGrouping: false })
}

/** A table in Markdown (GitHub’s). Unknown is a dash; nothing in a cell can end it, or become markup. */
export function markdownOf(table: TextTable): string {
  const [heading = [], ...rows] = table
  return [heading.map(markdownCell), heading.map(() => '---'), ...rows.map((row) => row.map(markdownCell))]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

function markdownCell(value: string | number | null): string {
  if (value === null) return '–'
  return String(value)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>|~&#]/g, String.raw`\$&`)
}
