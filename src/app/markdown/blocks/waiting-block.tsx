import { memo, useEffect, useState } from 'react'
import { clipMarks } from '#app/markdown/clip-marks.ts'
import { BlockView, type BlockViewProps } from './block-view.tsx'
import { drawLater } from './draw-later.ts'

interface WaitingBlockProps extends BlockViewProps {
  /** Whether it is drawn at once. What has been drawn stays so. */
  near: boolean
}

/** A block that stands in the page as its text until there is time to draw it, unless the reader is near. */
export const WaitingBlock = memo(function WaitingBlock({ near, ...props }: WaitingBlockProps) {
  const [isDrawn, setDrawn] = useState(near)
  const { length } = props.block.source
  if (near && !isDrawn) setDrawn(true)

  useEffect(() => (isDrawn ? undefined : drawLater(() => setDrawn(true), length)), [isDrawn, length])

  return isDrawn ? <BlockView {...props} /> : <div className="plain-text">{clipMarks(props.block.source)}</div>
})
