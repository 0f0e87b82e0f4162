import { type Grammar, type Piece, copyState, highlightLine, startState } from './highlight-line.ts'

/** A line with its newline, if it has one. Finished lines keep their identity until they are coloured. */
export interface CodeLine {
  readonly pieces: readonly Piece[]
}

/** Lines that are laid out together; a chunk keeps its identity while nothing in it changes. */
export type CodeChunk = readonly CodeLine[]

/** The browser lays out a chunk anew for each line that joins it, so long code is many small ones. Also in code-block.css. */
const linesInChunk = 32

/** The finished lines of code that grows, in chunks. */
export interface CodeLines {
  readonly count: number
  /** Where the line that is still open begins. */
  readonly length: number
  textOf(index: number): string
  isStartOf(code: string): boolean
  /** Takes up to so many finished lines more; whether those were all. */
  take(code: string, most: number): boolean
  replace(index: number, pieces: readonly Piece[]): void
  /** The chunks, with the open line at their end. */
  chunksWith(open: CodeLine | undefined): readonly CodeChunk[]
}

/** Begins with no lines. */
function createCodeLines(): CodeLines {
  const chunks: CodeChunk[] = []
  const texts: string[] = []
  let length = 0

  function replace(index: number, pieces: readonly Piece[]) {
    const place = Math.floor(index / linesInChunk)
    const chunk = [...(chunks[place] ?? [])]
    chunk[index % linesInChunk] = { pieces }
    chunks[place] = chunk
  }

  return {
    get count() {
      return texts.length
    },
    get length() {
      return length
    },
    textOf: (index) => texts[index] ?? '',
    isStartOf(code) {
      const last = texts.at(-1) ?? ''
      // Comparing the last line tells a text that grew from another one, without reading it all again.
      return code.length >= length && code.startsWith(last, length - last.length)
    },
    take(code, most) {
      for (let taken = 0; ; taken++) {
        const end = code.indexOf('\n', length) + 1
        // A newline at the very end finishes no line yet: the closing fence takes it back.
        if (end === 0 || end === code.length) return true
        if (taken === most) return false
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
  /** Whether more is left to show or to colour than one reading may cost: read again, in a task of its own. */
  readonly behind: boolean
}

export interface GrowingCode {
  /** The lines of a text that mostly begins with the text read before, coloured once there is a grammar. */
  read(code: string, grammar: Grammar | undefined): ShownCode
}

/** What one reading may cost, so that a burst of code or a grammar that comes late never holds up the page. */
const atOnce = { newLines: 500, colouredLines: 250, colouredCharacters: 20_000 }

/** Code that is split and coloured as it grows, each finished line once. */
export function createGrowingCode(): GrowingCode {
  let lines = createCodeLines()
  let colours = createColours(undefined)
  return {
    read(code, grammar) {
      const isSame = lines.isStartOf(code)
      if (!isSame) lines = createCodeLines()
      if (!isSame || grammar !== colours.grammar) colours = createColours(grammar)
      const areAllShown = lines.take(code, atOnce.newLines)
      const areAllColoured = colours.advance(lines)
      const open = code.slice(lines.length)
      const pieces = areAllColoured ? colours.preview(open) : plain(open)
      return { chunks: lines.chunksWith(areAllShown ? { pieces } : undefined), behind: !areAllShown || !areAllColoured }
    },
  }
}

function plain(text: string): Piece[] {
  return text === '' ? [] : [{ kind: undefined, text }]
}

/** How far the colours have come, and the state that the grammar is in there. */
function createColours(grammar: Grammar | undefined) {
  let usable = grammar
  const state = grammar && startState(grammar)
  let done = 0

  function paint(text: string, from: Grammar, lineState: unknown): readonly Piece[] {
    try {
      const isEnded = text.endsWith('\n')
      const pieces = highlightLine(isEnded ? text.slice(0, -1) : text, from, lineState)
      return isEnded ? [...pieces, { kind: undefined, text: '\n' }] : pieces
    } catch {
      // A grammar that fails leaves the rest of its code plain; the text itself is never at stake.
      usable = undefined
      return plain(text)
    }
  }

  return {
    grammar,
    /** Colours some more of the finished lines; whether none is left. */
    advance(lines: CodeLines): boolean {
      let characters = 0
      for (let budget = atOnce.colouredLines; usable && done < lines.count; budget--) {
        if (budget === 0 || characters > atOnce.colouredCharacters) return false
        const text = lines.textOf(done)
        lines.replace(done, paint(text, usable, state))
        characters += text.length
        done += 1
      }
      return true
    },
    /** The colours of the line that is still open, as far as it has come. */
    preview(text: string): readonly Piece[] {
      return usable ? paint(text, usable, copyState(usable, state)) : plain(text)
    },
  }
}
