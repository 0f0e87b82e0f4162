import { memo } from 'react'
import { clipMarks } from '#app/markdown/clip-marks.ts'
import { type References, isTooCostly } from '#app/markdown/document/block.ts'
import { parseMarkdown } from '#app/markdown/document/parse-markdown.ts'
import { TreeView } from './tree-view.tsx'

/** Short enough that laying out one piece again costs little. */
const pieceLength = 2_000

/** Text that would take too long to format, as it was written; says so. */
export function PlainText({ source }: { source: string }) {
  const pieces = clipMarks(source).match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? []
  return (
    <div className="plain-text">
      <p className="plain-text-note">Shown as it was written: formatting this part would take too long.</p>
      {pieces.map((piece, index) => (
        <Piece key={index} text={piece} />
      ))}
    </div>
  )
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return <div>{text}</div>
})

interface FlowViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A stretch that is parsed as a whole: paragraphs, headings, quotes and whatever else. */
export function FlowView({ source, references, idPrefix }: FlowViewProps) {
  if (isTooCostly(source)) return <PlainText source={source} />
  return <TreeView tree={parseMarkdown(source, references)} places={references?.places} idPrefix={idPrefix} />
}
