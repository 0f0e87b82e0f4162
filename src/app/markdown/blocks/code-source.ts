import { closesFence, fenceOf } from '#app/markdown/document/line-kinds.ts'

/** The language and the text of fenced code, closed or not, as CommonMark 4.5 has them. */
export function codeOf(source: string): { language: string; code: string } {
  const [opening = '', ...lines] = source.split('\n')
  const fence = fenceOf(opening)
  if (!fence) return { language: '', code: source }
  if (lines.at(-1) === '') lines.pop()
  if (lines.length > 0 && closesFence(lines.at(-1) ?? '', fence)) lines.pop()
  const code = (fence.indent === 0 ? lines : lines.map((line) => withoutIndent(line, fence.indent))).join('\n')
  return { language: fence.info.split(/[ \t]/)[0] ?? '', code }
}

/** Takes away so many columns of white space at most; of a tab that is cut through, spaces stay. */
function withoutIndent(line: string, columns: number): string {
  const space = /^[ \t]*/.exec(line)?.[0] ?? ''
  let at = 0
  let column = 0
  while (column < columns && at < space.length) {
    column += space[at] === '\t' ? 4 - (column % 4) : 1
    at += 1
  }
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(at)
}
