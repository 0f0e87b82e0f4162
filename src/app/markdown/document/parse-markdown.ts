import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { remarkMaths } from '#app/markdown/maths/remark-maths.ts'
import { htmlAsText } from './html-as-text.ts'
import { remarkKnownLabels, type KnownLabels } from './known-labels.ts'

const plain = unified().use(remarkParse).use(remarkGfm).use(remarkMaths).freeze()

/** The tree of a stretch, which may refer to labels that other stretches define. */
export function parseMarkdown(source: string, known?: KnownLabels): Root {
  if (!known) return htmlAsText(plain.parse(source))
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkMaths).use(remarkKnownLabels, known)
  const tree = htmlAsText(processor.parse(source))
  // Definitions show nothing themselves. The document's first of a label wins, so they stand before the stretch's own.
  return { ...tree, children: [...known.definitions, ...tree.children] }
}
