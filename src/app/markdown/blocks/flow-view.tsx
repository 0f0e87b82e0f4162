import type { References } from '#app/markdown/document/block.ts'
import { isTooCostly } from '#app/markdown/document/cost.ts'
import { parseMarkdown } from '#app/markdown/document/parse-markdown.ts'
import { PlainText } from './plain-text.tsx'
import { TreeView } from './tree-view.tsx'

interface FlowViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A stretch that is parsed as a whole: paragraphs, headings, quotes and whatever else. */
export function FlowView({ source, references, idPrefix }: FlowViewProps) {
  if (isTooCostly(source)) return <PlainText source={source} />
  return <TreeView tree={parseMarkdown(source, references)} places={references?.places} idPrefix={idPrefix} />
}
