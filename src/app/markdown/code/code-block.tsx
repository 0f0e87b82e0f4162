import { memo, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { clipMarks } from '#app/markdown/clip-marks.ts'
import '#app/markdown/code-block.css'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { type CodeChunk, type CodeLine, createGrowingCode } from './growing-code.ts'
import type { Grammar, SyntaxKind } from './highlight-line.ts'
import { languageNamed } from './languages.ts'

/** What has been fetched, by the word after the fence. */
const fetched = new Map<string, Grammar>()

/** The grammar of a language, once it is here; until then, and for a language that has none, code is plain. */
function useGrammar(language: string): Grammar | undefined {
  const [, showIt] = useReducer((count: number) => count + 1, 0)
  const grammar = fetched.get(language)
  useEffect(() => {
    if (grammar) return
    let isGone = false
    void languageNamed(language)
      ?.load()
      .then(
        (arrived) => {
          fetched.set(language, arrived)
          if (!isGone) showIt()
        },
        () => {
          // Code that stays plain is no failure worth a word; the next block of this language tries again.
        },
      )
    return () => {
      isGone = true
    }
  }, [language, grammar])
  return grammar
}

const colours: Record<SyntaxKind, string> = {
  keyword: 'text-syntax-keyword',
  string: 'text-syntax-string',
  number: 'text-syntax-number',
  comment: 'text-syntax-comment',
  name: 'text-syntax-name',
  inserted: 'text-success',
  deleted: 'text-danger',
}

/** Some lines of code. A box of their own keeps the browser from laying out the lines before them again. */
const CodeChunkView = memo(function CodeChunkView({ chunk }: { chunk: CodeChunk }) {
  return (
    <span className="code-chunk">
      {chunk.map((line, index) => (
        <CodeLineView key={index} line={line} />
      ))}
    </span>
  )
})

const CodeLineView = memo(function CodeLineView({ line }: { line: CodeLine }) {
  return line.pieces.map(({ kind, text }, index) =>
    kind === undefined ? (
      clipMarks(text)
    ) : (
      <span key={index} className={colours[kind]}>
        {clipMarks(text)}
      </span>
    ),
  )
})

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
