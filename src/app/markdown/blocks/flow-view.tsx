import type { Element, Root as HastRoot } from 'hast'
import type { FootnoteReference, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import { memo } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import type { Processor } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { type FootnotePosition, type References, isTooComplex } from '#app/markdown/document/block.ts'
import { parseMarkdown } from '#app/markdown/document/parse-markdown.ts'
import { elements } from '#app/markdown/elements.tsx'
import { sanitizeUrl } from '#app/markdown/safe-link.tsx'

interface FlowViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A block that is parsed as a whole: paragraphs, headings, quotes and so on. */
export function FlowView({ source, references, idPrefix }: FlowViewProps) {
  if (isTooComplex(source)) return <PlainText source={source} />
  const tree = parseMarkdown(source, references)
  return <TreeView tree={tree} footnotePositions={references?.footnotePositions} idPrefix={idPrefix} />
}

interface TreeViewProps {
  tree: Root
  /** The positions of the footnotes called here among all calls of the reply. */
  footnotePositions?: ReadonlyMap<string, FootnotePosition> | undefined
  /** Selects the part to render, for a piece of a larger element. */
  pick?: ((root: HastRoot) => HastRoot['children']) | undefined
  /** Keeps the ids of one reply distinct from those of others on the page. */
  idPrefix: string
}

/** Renders a parsed tree with react-markdown. */
export function TreeView({ tree, footnotePositions, pick, idPrefix }: TreeViewProps) {
  const options: Options['remarkRehypeOptions'] = {
    clobberPrefix: idPrefix,
    ...(footnotePositions && { handlers: { footnoteReference: footnoteCallHandler(footnotePositions, idPrefix) } }),
  }
  return (
    <ReactMarkdown
      remarkPlugins={[[remarkParsedTree, tree]]}
      remarkRehypeOptions={options}
      rehypePlugins={pick ? [[rehypePick, pick], rehypeClipMarks] : [rehypeClipMarks]}
      components={elements}
      urlTransform={sanitizeUrl}
    />
  )
}

/** Replaces the parser, since the tree is parsed already. */
function remarkParsedTree(this: Processor, tree: Root) {
  this.parser = () => ({ ...tree, children: [...tree.children] })
}

function rehypePick(pick: NonNullable<TreeViewProps['pick']>) {
  return (root: HastRoot): HastRoot => ({ ...root, children: pick(root) })
}

/** Skips code blocks: they clip what they show themselves, because their copy button needs the whole text. */
function rehypeClipMarks() {
  return (root: HastRoot) =>
    visit(root, (node) => {
      if (node.type === 'element' && node.tagName === 'pre') return SKIP
      if (node.type === 'text') node.value = clipCombiningMarks(node.value)
      return undefined
    })
}

/** Numbers footnote calls over the whole reply. The default handler would number them per block. */
function footnoteCallHandler(positions: ReadonlyMap<string, FootnotePosition>, idPrefix: string) {
  const callsByLabel = new Map<string, number>()
  return (state: State, node: FootnoteReference): Element => {
    const label = normalizeIdentifier(node.identifier)
    const position = positions.get(label)
    const calls = (callsByLabel.get(label) ?? position?.callsBefore ?? 0) + 1
    callsByLabel.set(label, calls)
    const id = encodeURIComponent(node.identifier.toLowerCase())
    const link: Element = {
      type: 'element',
      tagName: 'a',
      properties: {
        href: `#${idPrefix}fn-${id}`,
        id: `${idPrefix}fnref-${id}${calls > 1 ? `-${calls}` : ''}`,
        dataFootnoteRef: true,
        ariaDescribedBy: ['footnote-label'],
      },
      children: [{ type: 'text', value: String(position?.number ?? '') }],
    }
    state.patch(node, link)
    const superscript: Element = { type: 'element', tagName: 'sup', properties: {}, children: [link] }
    state.patch(node, superscript)
    state.applyData(node, superscript)
    return superscript
  }
}

/** The length of one piece of plain text: short enough that laying it out again is cheap. */
const pieceLength = 2_000

/** Text that would take too long to format, shown unformatted with a note. */
export function PlainText({ source }: { source: string }) {
  const pieces = clipCombiningMarks(source).match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? []
  return (
    <div className="plain-text">
      <p className="plain-text-note">Shown as plain text: this part would take too long to format.</p>
      {pieces.map((piece, index) => (
        <Piece key={index} text={piece} />
      ))}
    </div>
  )
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return <div>{text}</div>
})
