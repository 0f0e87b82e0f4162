import { memo } from 'react'
import { CodeBlock } from '#app/markdown/code/code-block.tsx'
import type { MarkdownBlock } from '#app/markdown/document/block.ts'
import { closesFence, fenceOf } from '#app/markdown/document/line-kinds.ts'
import { FlowView } from './flow-view.tsx'
import { ListView } from './list-view.tsx'
import { TableView } from './table-view.tsx'

/** The language and the text of fenced code, closed or not, as CommonMark 4.5 has them. */
function codeOf(source: string): { language: string; code: string } {
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

export interface BlockViewProps {
  block: MarkdownBlock
  /** True while more of it may come. */
  open: boolean
  idPrefix: string
}

/** One block of a reply. Blocks are never changed, so a finished one is drawn once. */
export const BlockView = memo(function BlockView({ block, open, idPrefix }: BlockViewProps) {
  const { kind, source, references } = block
  if (kind === 'code') return <CodeBlock {...codeOf(source)} open={open} />
  const shared = { source, references, idPrefix }
  switch (kind) {
    case 'list':
      return <ListView {...shared} />
    case 'table':
      return <TableView {...shared} />
    case 'flow':
      return <FlowView {...shared} />
  }
})
