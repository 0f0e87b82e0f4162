import { memo, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import '#app/markdown/code-block.css'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { type CodeChunk, type CodeLine, createGrowingCode } from './growing-code.ts'
import type { Grammar, SyntaxKind } from './highlight-line.ts'
import { findLanguage } from './languages.ts'

/** Loaded grammars by the language name after the fence. */
const grammars = new Map<string, Grammar>()

/** The grammar of a language once it is loaded, or undefined if there is none. Code without a grammar is plain. */
function useGrammar(language: string): Grammar | undefined {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const grammar = grammars.get(language)
  useEffect(() => {
    if (grammar) return
    let isUnmounted = false
    void findLanguage(language)
      ?.load()
      .then(
        (loaded) => {
          grammars.set(language, loaded)
          if (!isUnmounted) rerender()
        },
        () => {
          // Plain code isn't worth an error message. The next block in this language tries again.
        },
      )
    return () => {
      isUnmounted = true
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

/** A few lines of code. Their own box keeps the browser from laying out earlier lines again. */
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
      clipCombiningMarks(text)
    ) : (
      <span key={index} className={colours[kind]}>
        {clipCombiningMarks(text)}
      </span>
    ),
  )
})

interface CodeBlockProps {
  /** The first word after the fence, unchanged; may be empty. */
  language: string
  /** Only grows while the block is open. */
  code: string
  open: boolean
}

/** Code with its language and a copy button. Finished lines render once, and once more if their grammar loads late. */
export const CodeBlock = memo(function CodeBlock({ language, code, open }: CodeBlockProps) {
  const [highlighter] = useState(createGrowingCode)
  const [, readMore] = useReducer((count: number) => count + 1, 0)
  const shown = highlighter.read(code, useGrammar(language))

  useEffect(() => {
    if (!shown.hasMore) return
    const timer = setTimeout(readMore)
    return () => clearTimeout(timer)
  }, [shown])

  const latestRef = useRef(code)
  useEffect(() => {
    latestRef.current = code
  })
  const latestCode = useCallback(() => latestRef.current, [])

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
      <span>{findLanguage(language)?.label ?? (clipCombiningMarks(language) || 'Text')}</span>
      <CopyButton name="Copy code" text={text} />
    </div>
  )
})
