import type { Element, Root as Drawing } from 'hast'
import type { FootnoteReference, Root } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import ReactMarkdown, { type Options } from 'react-markdown'
import type { Processor } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { FootnotePlace } from '#app/markdown/document/block.ts'
import { clipMarks } from '#app/markdown/clip-marks.ts'
import { elements } from '#app/markdown/elements.tsx'
import { safeAddress } from '#app/markdown/safe-link.tsx'

interface TreeViewProps {
  tree: Root
  /** Where the footnotes called here stand among all calls of the reply. */
  places?: ReadonlyMap<string, FootnotePlace> | undefined
  /** Takes a part of what would be drawn, for a piece of a larger element. */
  pick?: ((drawing: Drawing) => Drawing['children']) | undefined
  /** Sets the ids of one reply apart from those of the others on the page. */
  idPrefix: string
}

/** Draws a tree that has been parsed already, with react-markdown. */
export function TreeView({ tree, places, pick, idPrefix }: TreeViewProps) {
  const options: Options['remarkRehypeOptions'] = {
    clobberPrefix: idPrefix,
    ...(places && { handlers: { footnoteReference: calling(places, idPrefix) } }),
  }
  return (
    <ReactMarkdown
      remarkPlugins={[[parsedAlready, tree]]}
      remarkRehypeOptions={options}
      rehypePlugins={pick ? [[picking, pick], clipping] : [clipping]}
      components={elements}
      urlTransform={safeAddress}
    />
  )
}

function parsedAlready(this: Processor, tree: Root) {
  this.parser = () => ({ ...tree, children: [...tree.children] })
}

function picking(pick: NonNullable<TreeViewProps['pick']>) {
  return (drawing: Drawing): Drawing => ({ ...drawing, children: pick(drawing) })
}

/** Code blocks clip what they show themselves, since they copy the whole text. */
function clipping() {
  return (drawing: Drawing) =>
    visit(drawing, (node) => {
      if (node.type === 'element' && node.tagName === 'pre') return SKIP
      if (node.type === 'text') node.value = clipMarks(node.value)
      return undefined
    })
}

/** The number of a footnote, counted over the whole reply rather than over this block. */
function calling(places: ReadonlyMap<string, FootnotePlace>, idPrefix: string) {
  const seen = new Map<string, number>()
  return (state: State, node: FootnoteReference): Element => {
    const label = normalizeIdentifier(node.identifier)
    const place = places.get(label)
    const calls = (seen.get(label) ?? place?.callsBefore ?? 0) + 1
    seen.set(label, calls)
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
      children: [{ type: 'text', value: String(place?.number ?? '') }],
    }
    state.patch(node, link)
    const mark: Element = { type: 'element', tagName: 'sup', properties: {}, children: [link] }
    state.patch(node, mark)
    state.applyData(node, mark)
    return mark
  }
}
