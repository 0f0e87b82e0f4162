import type { Piece } from './highlight-line.ts'

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
export function createCodeLines(): CodeLines {
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
