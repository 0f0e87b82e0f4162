import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { safeLink } from './safe-link.ts'

const plugins = [remarkGfm]

const components: Components = {
  a: ({ href, children }) =>
    href === undefined || href === '' ? (
      <span>{children}</span>
    ) : (
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ),
  // Nothing remote loads unasked: an image would tell its host that this reply was read.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer">
      Image: {alt === undefined || alt === '' ? 'no description' : alt}
    </a>
  ),
  table: ({ children }) => (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
}

/** Text of a model as GitHub-flavoured markdown. Raw HTML stays text; links go to http, https and mailto only. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={safeLink}>
        {text}
      </ReactMarkdown>
    </div>
  )
})
