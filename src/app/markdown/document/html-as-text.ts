import type { Parent, Root } from 'mdast'

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
