/** A table whose first row is its heading. Null is unknown. */
export type TextTable = readonly (readonly (string | number | null)[])[]

/** Text that a spreadsheet would run as a formula. */
const formula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u

/**
 * A table as CSV (RFC 4180). Unknown is empty. Names and descriptions are foreign text: an apostrophe before what a
 * spreadsheet would run as a formula marks it as text.
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

/** Without an exponent, which some spreadsheets can't read. */
function plainNumber(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return value < 1 ? value.toFixed(20).replace(/0+$/, '') : value.toLocaleString('en-US', { useGrouping: false })
}

/** A table in GitHub's Markdown. Unknown is a dash; cells are escaped, so that none becomes markup. */
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
