import type { Element, Root as Drawing } from 'hast'
import type { Root } from 'mdast'
import { memo, useMemo } from 'react'
import type { Footnotes } from '#app/markdown/document/block.ts'
import { TreeView } from './tree-view.tsx'

/** The footnotes at the end of a reply, in the order of their first calls. */
export const FootnotesView = memo(function FootnotesView({ footnotes, idPrefix }: FootnotesViewProps) {
  const tree = useMemo(() => treeOf(footnotes), [footnotes])
  return <TreeView tree={tree} pick={sectionOf} idPrefix={idPrefix} />
})

interface FootnotesViewProps {
  footnotes: Footnotes
  idPrefix: string
}

/** A document of nothing but the calls and the notes, so that they are numbered and linked as in the whole. */
function treeOf({ calls, notes, definitions }: Footnotes): Root {
  return {
    type: 'root',
    children: [
      {
        type: 'paragraph',
        children: calls.map((label) => ({ type: 'footnoteReference', identifier: label.toLowerCase(), label })),
      },
      ...notes,
      ...definitions,
    ],
  }
}

function sectionOf({ children }: Drawing): Drawing['children'] {
  return children.filter((child): child is Element => child.type === 'element' && child.tagName === 'section')
}
