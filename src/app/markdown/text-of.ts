import type { ExtraProps } from 'react-markdown'

/** An element as react-markdown hands it to what draws it. */
export type ParsedElement = NonNullable<ExtraProps['node']>

/** The text in a piece of a parsed reply. */
export function textOf(node: ParsedElement | ParsedElement['children'][number]): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
