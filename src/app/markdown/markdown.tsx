import { Component, type ReactNode, memo, useEffect, useId, useReducer, useState } from 'react'
import { PlainText } from './blocks/flow-view.tsx'
import { FootnotesView } from './blocks/footnotes-view.tsx'
import { DeferredBlock } from './blocks/block-view.tsx'
import type { MarkdownBlock } from './document/block.ts'
import { createMarkdownDocument } from './document/markdown-document.ts'

interface TextBoundaryProps {
  /** Shown if rendering the children fails. */
  fallback: ReactNode
  children: ReactNode
}

/** Shows the plain text if formatting throws, so that the rest of the page survives. */
export class TextBoundary extends Component<TextBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

interface MarkdownProps {
  text: string
  /** True while more text may come; `text` then only grows. */
  open: boolean
}

/** Characters of a burst that are read per task, so that the page stays responsive. */
const charactersPerRead = 40_000

/** More text than fits on a screen. Blocks that are added further from the end render when the page is idle. */
const nearEndLength = 2_500
/** Of a burst, only the last lines render at once: to render a screen at once would hold up typing. */
const nearEndOfBurst = 300
/** More characters than any model writes between two updates. */
const burstLength = 1_500

/**
 * A model's text as GitHub-flavored Markdown. Finished blocks render once; only the last, open block renders again as
 * text arrives. Raw HTML is shown as text; links are limited to http, https and mailto.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  return (
    <TextBoundary fallback={<PlainText source={props.text} />}>
      <Document {...props} />
    </TextBoundary>
  )
})

function Document({ text, open }: MarkdownProps) {
  const [document] = useState(createMarkdownDocument)
  const [, readMore] = useReducer((count: number) => count + 1, 0)
  const idPrefix = `user-content-${useId().replaceAll(/\W/g, '')}-`
  const view = document.read(text, open, charactersPerRead)

  useEffect(() => {
    if (!view.hasMore) return

    const timer = setTimeout(readMore)
    return () => clearTimeout(timer)
  }, [view])

  const { groups } = view
  const nearEnd = findNearEnd(groups, view.added > burstLength ? nearEndOfBurst : nearEndLength)
  return (
    <div className="prose">
      {groups.map((group, index) => (
        <BlockGroup
          key={index}
          group={group}
          nearFrom={index < nearEnd.group ? group.length : index === nearEnd.group ? nearEnd.block : 0}
          open={view.open && index === groups.length - 1}
          idPrefix={idPrefix}
        />
      ))}
      {view.footnotes && <FootnotesView footnotes={view.footnotes} idPrefix={idPrefix} />}
    </div>
  )
}

/** The first block that is at most `limit` characters from the end: its group, and its index in the group. */
function findNearEnd(groups: readonly (readonly MarkdownBlock[])[], limit: number): { group: number; block: number } {
  let length = 0
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const blocks = groups[group] ?? []
    for (let block = blocks.length - 1; block >= 0; block -= 1) {
      length += blocks[block]?.source.length ?? 0
      if (length > limit) return { group, block }
    }
  }
  return { group: 0, block: 0 }
}

interface BlockGroupProps {
  group: readonly MarkdownBlock[]
  /** The index of the first block near the end. */
  nearFrom: number
  open: boolean
  idPrefix: string
}

/** Blocks that React skips while none changes and the browser skips while none is in view. */
const BlockGroup = memo(function BlockGroup({ group, nearFrom, open, idPrefix }: BlockGroupProps) {
  return (
    <div className="block-group">
      {group.map((block, index) => (
        <DeferredBlock
          key={index}
          block={block}
          rendersAtOnce={index >= nearFrom}
          open={open && index === group.length - 1}
          idPrefix={idPrefix}
        />
      ))}
    </div>
  )
})
