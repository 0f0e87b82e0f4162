import type { Element, Root as Drawing } from 'hast'
import type { Root } from 'mdast'
import { memo, useState } from 'react'
import type { References } from '#app/markdown/document/block.ts'
import { createListReader } from '#app/markdown/document/list-items.ts'
import { FlowView } from './flow-view.tsx'
import { TreeView } from './tree-view.tsx'

interface ListViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A list that grows by its last item: the others are neither parsed nor drawn again. */
export function ListView({ source, references, idPrefix }: ListViewProps) {
  const [reader] = useState(createListReader)
  const pieces = reader.read(source, references)
  if (!pieces) return <FlowView source={source} references={references} idPrefix={idPrefix} />
  const { items, ordered, start, loose, hasTasks } = pieces
  const children = items.map(({ tree }, index) => (
    <ItemView key={index} tree={tree} loose={loose} places={references?.places} idPrefix={idPrefix} />
  ))
  const className = hasTasks ? 'contains-task-list' : undefined
  return ordered ? (
    <ol className={className} start={start === 1 ? undefined : start}>
      {children}
    </ol>
  ) : (
    <ul className={className}>{children}</ul>
  )
}

interface ItemViewProps {
  tree: Root
  loose: boolean
  places: References['places'] | undefined
  idPrefix: string
}

const ItemView = memo(function ItemView({ tree, loose, places, idPrefix }: ItemViewProps) {
  const spread: Root = {
    ...tree,
    children: tree.children.map((child) => (child.type === 'list' ? { ...child, spread: loose } : child)),
  }
  return <TreeView tree={spread} places={places} pick={itemsOf} idPrefix={idPrefix} />
})

function itemsOf({ children }: Drawing): Drawing['children'] {
  const list = children.find((child): child is Element => child.type === 'element')
  return list?.children.filter((child) => child.type === 'element') ?? []
}
