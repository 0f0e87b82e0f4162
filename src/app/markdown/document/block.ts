import type { Definition, FootnoteDefinition } from 'mdast'
import type { Stretch } from './block-splitter.ts'
import type { KnownLabels } from './known-labels.ts'

/** Where a call of a footnote stands among all calls. */
export interface FootnotePlace {
  /** What the reader sees: footnotes are numbered in the order of their first calls. */
  number: number
  /** How many calls of the same footnote stand in earlier blocks. */
  callsBefore: number
}

/** What a block refers to elsewhere in the document. */
export interface References extends KnownLabels {
  places: ReadonlyMap<string, FootnotePlace>
}

/** A stretch as it is drawn. It is never changed: one that comes to read differently is replaced. */
export interface Block extends Stretch {
  /** Absent for nearly all: only for blocks that mention something defined elsewhere. */
  references?: References
}

/** The footnotes at the end: all calls in their order, and what the notes say. */
export interface Footnotes {
  calls: readonly string[]
  notes: readonly FootnoteDefinition[]
  definitions: readonly Definition[]
}
