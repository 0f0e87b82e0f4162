import { memo, useEffect, useState } from 'react'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { CodeBlock } from '#app/markdown/code/code-block.tsx'
import type { MarkdownBlock } from '#app/markdown/document/block.ts'
import { closesFence, parseFence } from '#app/markdown/document/line-kinds.ts'
import { FlowView } from './flow-view.tsx'
import { ListView } from './list-view.tsx'
import { TableView } from './table-view.tsx'

interface BlockViewProps {
  block: MarkdownBlock
  /** True while more of it may arrive. */
  open: boolean
  idPrefix: string
}

interface DeferredBlockProps extends BlockViewProps {
  /** Whether the block is rendered as soon as it is added. */
  rendersAtOnce: boolean
}

/** A block that is shown as plain text until the page has time to render it. Once rendered, it stays rendered. */
export const DeferredBlock = memo(function DeferredBlock({ rendersAtOnce, ...props }: DeferredBlockProps) {
  const [isRendered, setRendered] = useState(rendersAtOnce)
  const { length } = props.block.source

  useEffect(() => (isRendered ? undefined : renderWhenIdle(() => setRendered(true), length)), [isRendered, length])

  return isRendered ? (
    <BlockView {...props} />
  ) : (
    <div className="plain-text">{clipCombiningMarks(props.block.source)}</div>
  )
})

/** One block of a reply. Blocks are immutable, so a finished one is rendered once. */
const BlockView = memo(function BlockView({ block, open, idPrefix }: BlockViewProps) {
  const { kind, source, references } = block
  const shared = { source, references, idPrefix }
  switch (kind) {
    case 'code':
      return <CodeBlock {...parseCode(source)} open={open} />
    case 'list':
      return <ListView {...shared} />
    case 'table':
      return <TableView {...shared} />
    case 'flow':
      return <FlowView {...shared} />
  }
})

/** The language and text of a fenced code block (CommonMark 4.5), closed or still open. */
function parseCode(source: string): { language: string; code: string } {
  const [opening = '', ...lines] = source.split('\n')
  const fence = parseFence(opening)
  if (!fence) return { language: '', code: source }
  if (lines.at(-1) === '') lines.pop()
  if (lines.length > 0 && closesFence(lines.at(-1) ?? '', fence)) lines.pop()
  const code = (fence.indent === 0 ? lines : lines.map((line) => removeIndent(line, fence.indent))).join('\n')
  return { language: fence.info.split(/[ \t]/)[0] ?? '', code }
}

/** Removes up to `columns` columns of whitespace. A tab that is cut in half leaves spaces. */
function removeIndent(line: string, columns: number): string {
  const space = /^[ \t]*/.exec(line)?.[0] ?? ''
  let index = 0
  let column = 0
  while (column < columns && index < space.length) {
    column += space[index] === '\t' ? 4 - (column % 4) : 1
    index += 1
  }
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(index)
}

/** The cost of the blocks rendered in one idle moment, where a character costs 1: about 10 ms of work. */
const costPerTask = 3_000
/** The cost of a block besides its characters. */
const costPerBlock = 150
/** Nothing is rendered until this many milliseconds after the last block was added: arriving text is more urgent. */
const quietMs = 120
/** A page that is never idle renders after this many milliseconds anyway. */
const idleTimeoutMs = 150

interface RenderJob {
  render(): void
  cost: number
}

const jobs: RenderJob[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let isScheduled = false

/**
 * Renders a block of `length` characters once the page is idle. The block added last comes first, since the reader is
 * usually at the end. Returns a function that cancels it.
 */
export function renderWhenIdle(render: () => void, length: number): () => void {
  const job = { render, cost: costPerBlock + length }
  jobs.push(job)
  clearTimeout(timer)
  timer = setTimeout(scheduleJobs, quietMs)
  return () => {
    const index = jobs.lastIndexOf(job)
    if (index !== -1) jobs.splice(index, 1)
  }
}

function scheduleJobs(): void {
  timer = undefined
  if (isScheduled || jobs.length === 0) return
  isScheduled = true
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(runJobs, { timeout: idleTimeoutMs })
  else setTimeout(runJobs)
}

function runJobs(): void {
  isScheduled = false
  for (let remaining = costPerTask; remaining > 0;) {
    const job = jobs.pop()
    if (!job) return
    remaining -= job.cost
    job.render()
  }
  if (timer === undefined) scheduleJobs()
}
