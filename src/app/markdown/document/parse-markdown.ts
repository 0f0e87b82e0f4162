import type { Parent, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { remarkMaths } from '#app/markdown/maths/remark-maths.ts'
import { type KnownLabels, remarkKnownLabels } from './block.ts'

/** Raw HTML is text to us. Where it stands among blocks it becomes a paragraph, so that it has a place of its own. */
export function htmlAsText(tree: Root): Root {
  replaceIn(tree)
  return tree
}

function replaceIn(parent: Parent): void {
  if (parent.type === 'paragraph' || parent.type === 'heading' || parent.type === 'tableCell') return
  parent.children = parent.children.map((child) => {
    if ('children' in child) replaceIn(child)
    return child.type === 'html'
      ? { type: 'paragraph', children: [{ type: 'text', value: child.value.trimEnd() }] }
      : child
  })
}

const plain = unified().use(remarkParse).use(remarkGfm).use(remarkMaths).freeze()

/** The tree of a stretch, which may refer to labels that other stretches define. */
export function parseMarkdown(source: string, known?: KnownLabels): Root {
  if (!known) return htmlAsText(plain.parse(source))
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkMaths).use(remarkKnownLabels, known)
  const tree = htmlAsText(processor.parse(source))
  // Definitions show nothing themselves. The document's first of a label wins, so they stand before the stretch's own.
  return { ...tree, children: [...known.definitions, ...tree.children] }
}
