import type { Parent, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { remarkMaths } from '#app/markdown/maths/remark-maths.ts'
import { type KnownLabels, remarkKnownLabels } from './block.ts'

/** Turns raw HTML into text. Between blocks it becomes a paragraph of its own. */
export function htmlAsText(tree: Root): Root {
  replaceHtml(tree)
  return tree
}

function replaceHtml(parent: Parent): void {
  if (parent.type === 'paragraph' || parent.type === 'heading' || parent.type === 'tableCell') return
  parent.children = parent.children.map((child) => {
    if ('children' in child) replaceHtml(child)
    return child.type === 'html'
      ? { type: 'paragraph', children: [{ type: 'text', value: child.value.trimEnd() }] }
      : child
  })
}

const defaultProcessor = unified().use(remarkParse).use(remarkGfm).use(remarkMaths).freeze()

/**
 * One line of words and punctuation that means nothing in Markdown. It begins with a letter, so that it can't be a list or
 * a heading, and has no address, which would become a link.
 */
const plainLine = /^(?!.*(?:www\.|:\/\/))\p{L}[\p{L}\p{N} .,:;!?'"()/%+=#–—…’‘“”-]*$/iu

/** Parses a block, which may refer to labels defined in other blocks. */
export function parseMarkdown(source: string, known?: KnownLabels): Root {
  // Most text is plain, and while it grows the parser would read it again with every piece.
  if (!known && plainLine.test(source)) {
    return {
      type: 'root',
      children: [{ type: 'paragraph', children: [{ type: 'text', value: source.trimEnd() }] }],
    }
  }
  if (!known) return htmlAsText(defaultProcessor.parse(source))
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkMaths).use(remarkKnownLabels, known)
  const tree = htmlAsText(processor.parse(source))
  // Definitions render nothing. They go first because the document's first definition of a label wins.
  return { ...tree, children: [...known.definitions, ...tree.children] }
}
