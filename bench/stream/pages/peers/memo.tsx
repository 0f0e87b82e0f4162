import './page.css'
import './blocks.css'
import 'highlight.js/styles/github.css'
import { marked } from 'marked'
import { memo, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { mountChat } from './mount-chat.tsx'

// The recipe that the AI SDK's cookbook gives: the whole text is split at each change, and a block that is the same as
// before is not rendered again.

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
  // Blocks are only ever added at the end.
  return blocks.map((block, place) => <Block key={`block ${place}`} text={block} />)
})
