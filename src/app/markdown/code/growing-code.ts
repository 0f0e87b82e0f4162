import { type Grammar, type Piece, copyState, highlightLine, startState } from './highlight-line.ts'

/** A line with its newline, if it has one. Finished lines keep their identity until they are highlighted. */
export interface CodeLine {
  readonly pieces: readonly Piece[]
}

/** Lines that are laid out together. A chunk keeps its identity until one of its lines changes. */
export type CodeChunk = readonly CodeLine[]

/** The browser lays out a chunk again for each added line, so chunks are small. Also set in code-block.css. */
const linesInChunk = 32

/** The finished lines of growing code, in chunks. */
export interface CodeLines {
  readonly count: number
  /** The length of all finished lines, where the open line begins. */
  readonly length: number
  textOf(index: number): string
  isPrefixOf(code: string): boolean
  /** Appends up to `limit` finished lines. Returns whether that was all of them. */
  append(code: string, limit: number): boolean
  replace(index: number, pieces: readonly Piece[]): void
  /** The chunks, with the open line at the end. */
  chunksWith(open: CodeLine | undefined): readonly CodeChunk[]
}

function createCodeLines(): CodeLines {
  const chunks: CodeChunk[] = []
  const texts: string[] = []
  let length = 0

  function replace(index: number, pieces: readonly Piece[]) {
    const chunkIndex = Math.floor(index / linesInChunk)
    const chunk = [...(chunks[chunkIndex] ?? [])]
    chunk[index % linesInChunk] = { pieces }
    chunks[chunkIndex] = chunk
  }

  return {
    get count() {
      return texts.length
    },
    get length() {
      return length
    },
    textOf: (index) => texts[index] ?? '',
    isPrefixOf(code) {
      const last = texts.at(-1) ?? ''
      // Comparing only the last line is enough to tell grown text from other text.
      return code.length >= length && code.startsWith(last, length - last.length)
    },
    append(code, limit) {
      for (let added = 0; ; added++) {
        const end = code.indexOf('\n', length) + 1
        // A newline at the very end doesn't finish a line yet: the closing fence may remove it.
        if (end === 0 || end === code.length) return true
        if (added === limit) return false
        const text = code.slice(length, end)
        replace(texts.length, [{ kind: undefined, text }])
        texts.push(text)
        length = end
      }
    },
    replace,
    chunksWith(open) {
      if (!open) return [...chunks]
      if (texts.length % linesInChunk === 0) return [...chunks, [open]]
      return [...chunks.slice(0, -1), [...(chunks.at(-1) ?? []), open]]
    },
  }
}

export interface ShownCode {
  readonly chunks: readonly CodeChunk[]
  /** Whether lines remain to be shown or highlighted: read again in another task. */
  readonly hasMore: boolean
}

export interface GrowingCode {
  /**
   * Returns the lines of `code`, highlighted once there is a grammar. Fast if `code` continues the text read before.
   */
  read(code: string, grammar: Grammar | undefined): ShownCode
}

/** Limits per read, so that a burst of code or a late grammar never blocks the page. */
const limitsPerRead = { newLines: 500, highlightedLines: 250, highlightedCharacters: 20_000 }

/** Splits and highlights growing code. Each finished line is highlighted once. */
export function createGrowingCode(): GrowingCode {
  let lines = createCodeLines()
  let highlighter = createHighlighter(undefined)
  return {
    read(code, grammar) {
      const isSame = lines.isPrefixOf(code)
      if (!isSame) lines = createCodeLines()
      if (!isSame || grammar !== highlighter.grammar) highlighter = createHighlighter(grammar)
      const hasAllLines = lines.append(code, limitsPerRead.newLines)
      const isHighlighted = highlighter.advance(lines)
      const open = code.slice(lines.length)
      const pieces = isHighlighted ? highlighter.preview(open) : plainPieces(open)
      return { chunks: lines.chunksWith(hasAllLines ? { pieces } : undefined), hasMore: !hasAllLines || !isHighlighted }
    },
  }
}

function plainPieces(text: string): Piece[] {
  return text === '' ? [] : [{ kind: undefined, text }]
}

/** Highlights finished lines one by one, carrying the grammar's state from line to line. */
function createHighlighter(grammar: Grammar | undefined) {
  let activeGrammar = grammar
  const state = grammar && startState(grammar)
  let done = 0

  function highlight(text: string, grammarInUse: Grammar, lineState: unknown): readonly Piece[] {
    try {
      const hasNewline = text.endsWith('\n')
      const pieces = highlightLine(hasNewline ? text.slice(0, -1) : text, grammarInUse, lineState)
      return hasNewline ? [...pieces, { kind: undefined, text: '\n' }] : pieces
    } catch {
      // If a grammar throws, the rest of the code stays plain. The text itself is never lost.
      activeGrammar = undefined
      return plainPieces(text)
    }
  }

  return {
    grammar,
    /** Highlights more of the finished lines. Returns whether none is left. */
    advance(lines: CodeLines): boolean {
      let characters = 0
      for (let budget = limitsPerRead.highlightedLines; activeGrammar && done < lines.count; budget--) {
        if (budget === 0 || characters > limitsPerRead.highlightedCharacters) return false
        const text = lines.textOf(done)
        lines.replace(done, highlight(text, activeGrammar, state))
        characters += text.length
        done += 1
      }
      return true
    },
    /** Highlights the open line without advancing the grammar's state. */
    preview(text: string): readonly Piece[] {
      return activeGrammar ? highlight(text, activeGrammar, copyState(activeGrammar, state)) : plainPieces(text)
    },
  }
}
