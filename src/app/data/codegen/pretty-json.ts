import { escapeMarks } from './literal.ts'

/** The maximum indentation, so that nested brackets can't grow the text a thousandfold. */
const deepestIndent = 32

/**
 * Indents JSON text by two, even if it is incomplete or invalid: only whitespace changes, so numbers keep every digit.
 */
export function prettyJson(text: string): string {
  let pretty = ''
  let depth = 0
  let before = ''
  let spaced = false
  const newLine = () => `\n${'  '.repeat(Math.max(0, Math.min(depth, deepestIndent)))}`
  // A string, which may still be open, a mark, white space, or a word: anything else.
  for (const [part] of text.matchAll(/"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}[\],:]|\s+|[^\s"{}[\],:]+/gu)) {
    if (part.trim() === '') {
      spaced = true
      continue
    }
    if (part === '}' || part === ']') depth -= 1
    const isEmpty = (part === '}' && before === '{') || (part === ']' && before === '[')
    if (/^[{[,]$/u.test(before) && !isEmpty) pretty += newLine()
    else if (before === ':') pretty += ' '
    else if ((part === '}' || part === ']') && before !== '' && !isEmpty) pretty += newLine()
    // JSON has none here; what is not JSON keeps its words apart.
    else if (spaced && !/^[,:}\]]$/u.test(part) && before !== '') pretty += ' '
    pretty += part
    if (part === '{' || part === '[') depth += 1
    before = part
    spaced = false
  }
  return escapeMarks(pretty)
}
