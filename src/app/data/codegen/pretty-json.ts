import { escapeMarks } from './literal.ts'

/** JSON indents no further than this, so that text of nothing but brackets can't grow a thousandfold. */
const deepestIndent = 32

/**
 * JSON text that may still be growing, indented by two: only white space changes, so that numbers keep every digit and
 * what is not JSON can still be read.
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
