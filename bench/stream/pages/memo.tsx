import './page.css'
import './blocks.css'
import 'highlight.js/styles/github.css'
import { marked } from 'marked'
import { memo, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { mountChat } from './mount-chat.tsx'

// The AI SDK cookbook's recipe: split the whole text on each change, and memoize unchanged blocks.

const remarkPlugins = [remarkGfm]
const rehypePlugins = [rehypeHighlight]

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins}>
      {text}
    </ReactMarkdown>
  )
})

mountChat(function Reply({ text }) {
  const blocks = useMemo(() => marked.lexer(text).map(({ raw }) => raw), [text])
  // Blocks are only appended, so the index is a stable key.
  return blocks.map((block, place) => <Block key={`block ${place}`} text={block} />)
})
