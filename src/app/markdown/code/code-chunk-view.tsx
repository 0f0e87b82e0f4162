import { memo } from 'react'
import { clipMarks } from '#app/markdown/clip-marks.ts'
import type { CodeChunk, CodeLine } from './code-lines.ts'
import type { SyntaxKind } from './syntax-kind.ts'

const colours: Record<SyntaxKind, string> = {
  keyword: 'text-syntax-keyword',
  string: 'text-syntax-string',
  number: 'text-syntax-number',
  comment: 'text-syntax-comment',
  name: 'text-syntax-name',
  inserted: 'text-success',
  deleted: 'text-danger',
}

/** Some lines of code. A box of their own keeps the browser from laying out the lines before them again. */
export const CodeChunkView = memo(function CodeChunkView({ chunk }: { chunk: CodeChunk }) {
  return (
    <span className="code-chunk">
      {chunk.map((line, index) => (
        <CodeLineView key={index} line={line} />
      ))}
    </span>
  )
})

const CodeLineView = memo(function CodeLineView({ line }: { line: CodeLine }) {
  return line.pieces.map(({ kind, text }, index) =>
    kind === undefined ? (
      clipMarks(text)
    ) : (
      <span key={index} className={colours[kind]}>
        {clipMarks(text)}
      </span>
    ),
  )
})
