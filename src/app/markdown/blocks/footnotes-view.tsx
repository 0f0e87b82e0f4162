import type { Element, Root as HastRoot } from 'hast'
import type { Root } from 'mdast'
import { memo, useMemo } from 'react'
import type { Footnotes } from '#app/markdown/document/block.ts'
import { TreeView } from './flow-view.tsx'

/** The footnotes at the end of a reply, in the order of their first calls. */
export const FootnotesView = memo(function FootnotesView({ footnotes, idPrefix }: FootnotesViewProps) {
  const tree = useMemo(() => buildTree(footnotes), [footnotes])
  return <TreeView tree={tree} pick={pickSection} idPrefix={idPrefix} />
})

interface FootnotesViewProps {
  footnotes: Footnotes
  idPrefix: string
}

/** A tree of only the calls and notes, so that they get the same numbers and links as in the whole text. */
function buildTree({ calls, notes, definitions }: Footnotes): Root {
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

function pickSection({ children }: HastRoot): HastRoot['children'] {
  return children.filter((child): child is Element => child.type === 'element' && child.tagName === 'section')
}
