import './code-block.css'
import { memo, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { clipMarks } from './clip-marks.ts'
import { CodeChunkView } from './code/code-chunk-view.tsx'
import { createGrowingCode } from './code/growing-code.ts'
import { languageNamed } from './code/languages.ts'
import { useGrammar } from './code/use-grammar.ts'

interface CodeBlockProps {
  /** The first word after the fence, as written; may be empty. */
  language: string
  /** While the block is open, it only grows. */
  code: string
  open: boolean
}

/** Code with its language and a way to copy it. Finished lines are drawn once, and once more if their colours come late. */
export const CodeBlock = memo(function CodeBlock({ language, code, open }: CodeBlockProps) {
  const [growing] = useState(createGrowingCode)
  const [, readOn] = useReducer((count: number) => count + 1, 0)
  const shown = growing.read(code, useGrammar(language))

  useEffect(() => {
    if (!shown.behind) return
    const timer = setTimeout(readOn)
    return () => clearTimeout(timer)
  }, [shown])

  const latest = useRef(code)
  useEffect(() => {
    latest.current = code
  })
  const latestCode = useCallback(() => latest.current, [])

  return (
    <div className="code-block" aria-busy={open || undefined}>
      <CodeHeader language={language} text={latestCode} />
      <pre tabIndex={0} role="group" aria-label="Code">
        <code className={language === '' ? undefined : `language-${language}`}>
          {shown.chunks.map((chunk, index) => (
            <CodeChunkView key={index} chunk={chunk} />
          ))}
        </code>
      </pre>
    </div>
  )
})

const CodeHeader = memo(function CodeHeader({ language, text }: { language: string; text: () => string }) {
  return (
    <div className="code-header">
      <span>{languageNamed(language)?.label ?? (clipMarks(language) || 'Text')}</span>
      <CopyButton name="Copy code" text={text} />
    </div>
  )
})
