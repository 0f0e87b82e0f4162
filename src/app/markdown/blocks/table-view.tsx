import type { Element, Root as Drawing } from 'hast'
import { memo, useEffect, useReducer, useState } from 'react'
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

/** A table that grows by rows: the rows before are neither parsed nor drawn again. A long one continues in further tables. */
export function TableView({ source, references, idPrefix }: TableViewProps) {
  const [reader] = useState(createTableReader)
  const [, readOn] = useReducer((count: number) => count + 1, 0)
  const pieces = reader.read(source, references)

  useEffect(() => {
    if (!pieces?.behind) return
    // Once a frame: what is added between two frames is laid out in one task.
    const frame = requestAnimationFrame(readOn)
    return () => cancelAnimationFrame(frame)
  }, [pieces])

  if (!pieces) return <FlowView source={source} references={references} idPrefix={idPrefix} />
  const shared = { places: references?.places, idPrefix }
  return pieces.sections.map((chunks, section) => (
    <TableFrame key={section} isContinued={section > 0}>
      <RowsView tree={pieces.head.tree} pick={headOf} {...shared} />
      {chunks.length > 0 && (
        <tbody>
          {chunks.map(({ tree }, index) => (
            <RowsView key={index} tree={tree} pick={rowsOf} {...shared} />
          ))}
        </tbody>
      )}
    </TableFrame>
  ))
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
