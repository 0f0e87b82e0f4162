import { ImageIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Components } from 'react-markdown'
import { Button } from '#app/ui/button.tsx'
import { clipMarks } from './clip-marks.ts'
import { CodeBlock } from './code/code-block.tsx'
import './inline.css'
import { Maths } from './maths/maths.tsx'
import { type ParsedElement, SafeLink, textOf } from './safe-link.tsx'

interface TableFrameProps {
  /** True for a further part of a long table. */
  isContinued?: boolean
  children?: ReactNode
}

/** A table that scrolls within itself where it is wider than the page. */
export function TableFrame({ isContinued = false, children }: TableFrameProps) {
  return (
    <div
      className={isContinued ? 'table-scroll table-continued' : 'table-scroll'}
      tabIndex={0}
      role="group"
      aria-label={isContinued ? 'Table, continued' : 'Table'}
    >
      <table>{children}</table>
    </div>
  )
}

interface RemoteImageProps {
  /** Has been through `safeAddress`; undefined where nothing may be opened. */
  src: string | undefined
  alt: string
}

/**
 * An image in a reply: what it shows and where it is, in words. Nothing loads, as that would tell its host that the
 * reply was read; pressing the button opens it in a tab of its own, or shows the one that the reply itself holds.
 */
function RemoteImage({ src, alt }: RemoteImageProps) {
  const [isShown, setShown] = useState(false)
  const isOwn = src?.startsWith('data:') === true
  if (isOwn && isShown) return <img src={src} alt={alt} decoding="async" className="inline max-h-96 max-w-full" />
  return (
    <span className="remote-image">
      <ImageIcon aria-hidden size={16} className="shrink-0" />
      <span>
        Image: {alt === '' ? 'no description' : clipMarks(alt)}
        <span className="link-host" title={isOwn ? undefined : src}>
          {' '}
          ({placeOf(src)})
        </span>
      </span>
      {src !== undefined && (
        <Button size="small" onClick={() => (isOwn ? setShown(true) : openApart(src))}>
          {isOwn ? 'Show image' : 'Open image'}
        </Button>
      )}
    </span>
  )
}

function placeOf(src: string | undefined): string {
  if (src === undefined) return 'not available'
  return src.startsWith('data:') ? 'in this reply' : new URL(src).host
}

function openApart(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer')
}

/** How the elements of a reply are drawn, for react-markdown's `components`. Each keeps only what we know to be safe. */
export const elements: Components = {
  a: SafeLink,
  img: ({ src, alt }) => <RemoteImage src={typeof src === 'string' && src !== '' ? src : undefined} alt={alt ?? ''} />,
  pre: ({ node }) => (node ? <NestedCode pre={node} /> : null),
  code: InlineCode,
  table: ({ children }) => <TableFrame>{children}</TableFrame>,
  // Only task lists have these, and nothing in a reply can be changed.
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked === true} readOnly aria-label={checked ? 'Done' : 'To do'} />
  ),
}

/** Code within a list or quote. At the top level it is drawn without going through here, so that it can grow. */
function NestedCode({ pre }: { pre: ParsedElement }) {
  const code = pre.children.find((child) => child.type === 'element')
  const language = code ? classNamed(code, 'language-') : ''
  return <CodeBlock language={language} code={textOf(pre).replace(/\n$/u, '')} open={false} />
}

/** Code in a line, and the maths that our parser hands over in its place. */
function InlineCode({ node, children }: ComponentProps<'code'> & { node?: ParsedElement | undefined }) {
  const kind = node ? classNamed(node, 'maths-') : ''
  if (kind === 'unfinished') return <code className="maths-unfinished">{children}</code>
  if (node && kind !== '') return <Maths source={textOf(node)} display={kind === 'display'} />
  return <code>{children}</code>
}

/** The rest of the class that begins so; empty where there is none. */
function classNamed(element: ParsedElement, start: string): string {
  const { className } = element.properties
  const names = Array.isArray(className) ? className.map(String) : []
  return names.find((name) => name.startsWith(start))?.slice(start.length) ?? ''
}
