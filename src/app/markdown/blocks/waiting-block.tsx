import { memo, useEffect, useState } from 'react'
import { clipMarks } from '#app/markdown/clip-marks.ts'
import { BlockView, type BlockViewProps } from './block-view.tsx'

/** How much is drawn in one idle moment: about a hundredth of a second of work, where a character is 1. */
const budget = 3_000
/** What a block costs besides its characters. */
const costOfBlock = 150
/** While so much comes that blocks have to wait, in milliseconds since the last: what comes is more urgent. */
const quiet = 120
/** A page that is never idle draws all the same, after so many milliseconds. */
const longestWait = 150

interface Waiting {
  draw(): void
  cost: number
}

const waiting: Waiting[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let isDrawing = false

/**
 * Draws a block of so many characters once the page has time. What was asked for last comes first, since the reader is
 * mostly at the end. Gives what calls it off.
 */
export function drawLater(draw: () => void, length: number): () => void {
  const job = { draw, cost: costOfBlock + length }
  waiting.push(job)
  clearTimeout(timer)
  timer = setTimeout(drawWhenIdle, quiet)
  return () => {
    const place = waiting.lastIndexOf(job)
    if (place !== -1) waiting.splice(place, 1)
  }
}

function drawWhenIdle(): void {
  timer = undefined
  if (isDrawing || waiting.length === 0) return
  isDrawing = true
  // Not every browser tells when it is idle.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(drawSome, { timeout: longestWait })
  else setTimeout(drawSome)
}

function drawSome(): void {
  isDrawing = false
  for (let left = budget; left > 0;) {
    const job = waiting.pop()
    if (!job) return
    left -= job.cost
    job.draw()
  }
  if (timer === undefined) drawWhenIdle()
}

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
