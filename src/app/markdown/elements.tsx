import './inline.css'
import type { ComponentProps } from 'react'
import type { Components } from 'react-markdown'
import { CodeBlock } from './code-block.tsx'
import { Maths } from './maths.tsx'
import { RemoteImage } from './remote-image.tsx'
import { SafeLink } from './safe-link-view.tsx'
import { TableFrame } from './table-frame.tsx'
import { textOf, type ParsedElement } from './text-of.ts'

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
