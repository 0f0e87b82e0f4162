import { ImageIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Components } from 'react-markdown'
import { Button } from '#app/ui/button.tsx'
import { clipCombiningMarks } from './clip-marks.ts'
import { CodeBlock } from './code/code-block.tsx'
import './inline.css'
import { Maths } from './maths/maths.tsx'
import { type ParsedElement, SafeLink, textContent } from './safe-link.tsx'

interface TableFrameProps {
  /** True for the second and later parts of a long table. */
  isContinued?: boolean
  children?: ReactNode
}

/** A table that scrolls horizontally if it is wider than the page. */
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
  /** Sanitized with `sanitizeUrl`; undefined if it must not be opened. */
  src: string | undefined
  alt: string
}

/**
 * An image in a reply, shown as its description and address. It is never loaded automatically, because that would tell
 * its host that the reply was read. The button opens it in a new tab, or shows an image embedded in the reply.
 */
function RemoteImage({ src, alt }: RemoteImageProps) {
  const [isShown, setShown] = useState(false)
  const isEmbedded = src?.startsWith('data:') === true
  if (isEmbedded && isShown) return <img src={src} alt={alt} decoding="async" className="inline max-h-96 max-w-full" />
  return (
    <span className="remote-image">
      <ImageIcon aria-hidden size={16} className="shrink-0" />
      <span>
        Image: {alt === '' ? 'no description' : clipCombiningMarks(alt)}
        <span className="link-host" title={isEmbedded ? undefined : src}>
          {' '}
          ({locationOf(src)})
        </span>
      </span>
      {src !== undefined && (
        <Button size="small" onClick={() => (isEmbedded ? setShown(true) : openInNewTab(src))}>
          {isEmbedded ? 'Show image' : 'Open image'}
        </Button>
      )}
    </span>
  )
}

function locationOf(src: string | undefined): string {
  if (src === undefined) return 'not available'
  return src.startsWith('data:') ? 'in this reply' : new URL(src).host
}

function openInNewTab(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer')
}

/** How react-markdown renders the elements of a reply. Only attributes known to be safe are passed on. */
export const elements: Components = {
  a: SafeLink,
  img: ({ src, alt }) => <RemoteImage src={typeof src === 'string' && src !== '' ? src : undefined} alt={alt ?? ''} />,
  pre: ({ node }) => (node ? <NestedCode pre={node} /> : null),
  code: InlineCode,
  table: ({ children }) => <TableFrame>{children}</TableFrame>,
  // Checkboxes only occur in task lists and can't be changed in a reply.
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked === true} readOnly aria-label={checked ? 'Done' : 'To do'} />
  ),
}

/** Code inside a list or quote. Top-level code is rendered by BlockView so that it can grow. */
function NestedCode({ pre }: { pre: ParsedElement }) {
  const code = pre.children.find((child) => child.type === 'element')
  const language = code ? classSuffix(code, 'language-') : ''
  return <CodeBlock language={language} code={textContent(pre).replace(/\n$/u, '')} open={false} />
}

/** Inline code, or maths, which `remarkMaths` marks with a class. */
function InlineCode({ node, children }: ComponentProps<'code'> & { node?: ParsedElement | undefined }) {
  const kind = node ? classSuffix(node, 'maths-') : ''
  if (kind === 'unfinished') return <code className="maths-unfinished">{children}</code>
  if (node && kind !== '') return <Maths source={textContent(node)} display={kind === 'display'} />
  return <code>{children}</code>
}

/** The rest of the class name that starts with `prefix`; empty if there is none. */
function classSuffix(element: ParsedElement, prefix: string): string {
  const { className } = element.properties
  const names = Array.isArray(className) ? className.map(String) : []
  return names.find((name) => name.startsWith(prefix))?.slice(prefix.length) ?? ''
}
