/** C0 and C1 control characters, except tab and line feed. */
// oxlint-disable-next-line no-control-regex -- this matches control characters on purpose
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu
/** Bidirectional embeddings, overrides and isolates. An unclosed one reorders the text after it (UAX #9). */
const turns = /[\u202A-\u202E\u2066-\u2069]/gu
const breaks = /[\t\n\u2028\u2029]+/gu

/**
 * Makes external text safe to display: removes control characters and bidirectional marks, and truncates it to
 * `longest` characters. Keeps line breaks and tabs. Truncates at a space if possible, so that no part of a key remains.
 */
export function plainText(text: string, longest: number): string {
  const plain = text.replaceAll(turns, '').replaceAll(controls, ' ')
  if (plain.length <= longest) return plain
  const start = plain.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')
  const blank = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
  return `${blank > 0 ? start.slice(0, blank) : start}…`
}

/** The same for text on a single line, such as a name. */
export function plainLine(text: string, longest: number): string {
  return plainText(text.replaceAll(breaks, ' '), longest).trim()
}

/** An id is sent back unchanged, so an invalid or far too long one is refused instead of cleaned. */
export function isPlainId(id: string): boolean {
  return id !== '' && id.length <= 500 && plainLine(id, 500) === id
}
