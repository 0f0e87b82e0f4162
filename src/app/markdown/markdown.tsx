import { memo, useEffect, useId, useReducer, useState } from 'react'
import { BlockView } from './blocks/block-view.tsx'
import { FootnotesView } from './blocks/footnotes-view.tsx'
import { PlainText } from './blocks/plain-text.tsx'
import type { Block } from './document/block.ts'
import { createMarkdownDocument } from './document/markdown-document.ts'
import { TextBoundary } from './text-boundary.tsx'

interface MarkdownProps {
  text: string
  /** True while more text may come; `text` then only grows. */
  open: boolean
}

/** How much of a burst is taken in at a time, in characters; between two portions the page stays responsive. */
const portion = 2_500

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

  return (
    <div className="prose">
      {view.groups.map((group, index) => (
        <Group key={index} group={group} open={view.open && index === view.groups.length - 1} idPrefix={idPrefix} />
      ))}
      {view.footnotes && <FootnotesView footnotes={view.footnotes} idPrefix={idPrefix} />}
    </div>
  )
}

interface GroupProps {
  group: readonly Block[]
  open: boolean
  idPrefix: string
}

/** Blocks that are skipped together, by React while none of them changes and by the browser while none is in view. */
const Group = memo(function Group({ group, open, idPrefix }: GroupProps) {
  return (
    <div className="block-group">
      {group.map((block, index) => (
        <BlockView key={index} block={block} open={open && index === group.length - 1} idPrefix={idPrefix} />
      ))}
    </div>
  )
})
