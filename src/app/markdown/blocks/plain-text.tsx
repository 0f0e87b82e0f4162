import { memo } from 'react'
import { clipMarks } from '#app/markdown/clip-marks.ts'

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
