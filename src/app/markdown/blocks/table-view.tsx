import type { Element, Root as Drawing } from 'hast'
import { memo, useState } from 'react'
import type { References } from '#app/markdown/document/block.ts'
import { createTableReader } from '#app/markdown/document/table-rows.ts'
import { TableFrame } from '#app/markdown/table-frame.tsx'
import { FlowView } from './flow-view.tsx'
import { TreeView } from './tree-view.tsx'

interface TableViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A table that grows by rows: the rows before are neither parsed nor drawn again. */
export function TableView({ source, references, idPrefix }: TableViewProps) {
  const [reader] = useState(createTableReader)
  const pieces = reader.read(source, references)
  if (!pieces) return <FlowView source={source} references={references} idPrefix={idPrefix} />
  const shared = { places: references?.places, idPrefix }
  return (
    <TableFrame>
      <RowsView tree={pieces.head.tree} pick={headOf} {...shared} />
      {pieces.chunks.length > 0 && (
        <tbody>
          {pieces.chunks.map(({ tree }, index) => (
            <RowsView key={index} tree={tree} pick={rowsOf} {...shared} />
          ))}
        </tbody>
      )}
    </TableFrame>
  )
}

const RowsView = memo(TreeView)

function partsOf({ children }: Drawing): Element[] {
  const table = children.find((child): child is Element => child.type === 'element')
  return table?.children.filter((child): child is Element => child.type === 'element') ?? []
}

function headOf(drawing: Drawing): Drawing['children'] {
  return partsOf(drawing).filter(({ tagName }) => tagName === 'thead')
}

function rowsOf(drawing: Drawing): Drawing['children'] {
  return partsOf(drawing)
    .filter(({ tagName }) => tagName === 'tbody')
    .flatMap(({ children }) => children.filter((child) => child.type === 'element'))
}
