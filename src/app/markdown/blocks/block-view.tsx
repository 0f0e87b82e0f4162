import { memo } from 'react'
import type { Block } from '#app/markdown/document/block.ts'
import { CodeBlock } from '#app/markdown/code-block.tsx'
import { codeOf } from './code-source.ts'
import { FlowView } from './flow-view.tsx'
import { ListView } from './list-view.tsx'
import { TableView } from './table-view.tsx'

export interface BlockViewProps {
  block: Block
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
