/** C0 and C1 controls, but for tab and line feed. */
// oxlint-disable-next-line no-control-regex -- it is what this is about
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu
/** Embeddings, overrides and isolates: whoever leaves one open turns round what others wrote after it (UAX #9). */
const turns = /[\u202A-\u202E\u2066-\u2069]/gu
const breaks = /[\t\n\u2028\u2029]+/gu

/**
 * Text from elsewhere that will stand among our own: without control characters, without marks that turn round what
 * stands beside it, and no longer than `longest` characters. Lines and tabs stay. Whatever is cut off is cut at a blank
 * where there is one, so that no part of a word (which might be a key) is left of it.
 */
export function plainText(text: string, longest: number): string {
  const plain = text.replaceAll(turns, '').replaceAll(controls, ' ')
  if (plain.length <= longest) return plain
  const start = plain.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')
  const blank = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
  return `${blank > 0 ? start.slice(0, blank) : start}…`
}

/** The same for what has a single line, such as a name. */
export function plainLine(text: string, longest: number): string {
  return plainText(text.replaceAll(breaks, ' '), longest).trim()
}

/** An id is sent back as it came, so it is not changed: one that holds such characters, or is far too long, is none. */
export function isPlainId(id: string): boolean {
  return id !== '' && id.length <= 500 && plainLine(id, 500) === id
}
