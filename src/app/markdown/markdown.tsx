import { Component, type ReactNode, memo, useEffect, useId, useReducer, useState } from 'react'
import { PlainText } from './blocks/flow-view.tsx'
import { FootnotesView } from './blocks/footnotes-view.tsx'
import { WaitingBlock } from './blocks/waiting-block.tsx'
import type { MarkdownBlock } from './document/block.ts'
import { createMarkdownDocument } from './document/markdown-document.ts'

interface TextBoundaryProps {
  /** What stands in for the children where drawing them failed. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps a defect in formatting from taking the page with it: the reader still gets the text. */
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

/** How much of a burst is taken in at a time, in characters; between two portions the page stays responsive. */
const portion = 20_000

/** More text than fits on a screen: what stands further from the end is drawn when there is time. */
const nearTheEnd = 2_500

/**
 * Text of a model as GitHub-flavoured markdown. Finished blocks are drawn once; only the last, open one is drawn as text
 * arrives. Raw HTML stays text; links go to http, https and mailto only.
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
  const [, readOn] = useReducer((count: number) => count + 1, 0)
  const idPrefix = `user-content-${useId().replaceAll(/\W/g, '')}-`
  const view = document.read(text, open, portion)

  useEffect(() => {
    if (!view.behind) return

    const timer = setTimeout(readOn)
    return () => clearTimeout(timer)
  }, [view])

  const { groups } = view
  const near = nearOnes(groups)
  return (
    <div className="prose">
      {groups.map((group, index) => (
        <Group
          key={index}
          group={group}
          nearFrom={index < near.group ? group.length : index === near.group ? near.block : 0}
          open={view.open && index === groups.length - 1}
          idPrefix={idPrefix}
        />
      ))}
      {view.footnotes && <FootnotesView footnotes={view.footnotes} idPrefix={idPrefix} />}
    </div>
  )
}

/** Where the blocks near the end begin: the group, and the block within it. */
function nearOnes(groups: readonly (readonly MarkdownBlock[])[]): { group: number; block: number } {
  let length = 0
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const blocks = groups[group] ?? []
    for (let block = blocks.length - 1; block >= 0; block -= 1) {
      length += blocks[block]?.source.length ?? 0
      if (length > nearTheEnd) return { group, block }
    }
  }
  return { group: 0, block: 0 }
}

interface GroupProps {
  group: readonly MarkdownBlock[]
  /** The first of its blocks that is near the end. */
  nearFrom: number
  open: boolean
  idPrefix: string
}

/** Blocks that are skipped together, by React while none of them changes and by the browser while none is in view. */
const Group = memo(function Group({ group, nearFrom, open, idPrefix }: GroupProps) {
  return (
    <div className="block-group">
      {group.map((block, index) => (
        <WaitingBlock
          key={index}
          block={block}
          near={index >= nearFrom}
          open={open && index === group.length - 1}
          idPrefix={idPrefix}
        />
      ))}
    </div>
  )
})
