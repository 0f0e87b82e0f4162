import type { Definition, FootnoteDefinition } from 'mdast'
import type { Extension, Tokenizer } from 'micromark-util-types'
import type { Processor } from 'unified'
import type { SourceSpan } from './block-splitter.ts'

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
export interface MarkdownBlock extends SourceSpan {
  /** Absent for nearly all: only for blocks that mention something defined elsewhere. */
  references?: References
}

/** The footnotes at the end: all calls in their order, and what the notes say. */
export interface Footnotes {
  calls: readonly string[]
  notes: readonly FootnoteDefinition[]
  definitions: readonly Definition[]
}

/** Longer than any paragraph a person would read; beyond it, formatting is not worth its time. */
const lengthLimit = 20_000
/** Marks that are sought with each other, so that their cost grows with the square of their number. */
const markLimit = 500
const depthLimit = 40
/** Bars make cells where a table is parsed with what is around it. */
const barLimit = 2_000

/**
 * Whether formatting a stretch could take longer than a reader should wait. Decided by what stands in it, not by the
 * clock, so that the same text always reads the same.
 */
export function isTooCostly(source: string): boolean {
  if (source.length > lengthLimit) return true
  if (source.length < 400) return false
  let marks = 0
  let bars = 0
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (isMark.has(code)) marks += 1
    else if (code === bar) bars += 1
  }
  return marks > markLimit || bars > barLimit || depthOf(source) > depthLimit
}

/** Whatever the inline parser has to remember until it finds what closes it: ``! $ & * < [ \ ] _ ` ~``. */
const isMark = new Set(Array.from('!$&*<[\\]_`~', (mark) => mark.charCodeAt(0)))

const bar = '|'.charCodeAt(0)

/** How deep quotes and lists stand in each other on one line. */
function depthOf(source: string): number {
  let deepest = 0
  for (const line of source.split('\n')) {
    const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/.exec(line)?.[0] ?? ''
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    deepest = Math.max(deepest, containers.replaceAll(/[ \t]/g, '').length, indent / 2)
  }
  return deepest
}

/** What a stretch can refer to although it is defined elsewhere in the document. */
export interface KnownLabels {
  definitions: readonly Definition[]
  /** Identifiers of footnotes, normalised as micromark does. */
  footnotes: readonly string[]
}

/** A remark plugin that lets a stretch refer to labels defined in other stretches: the parser is told before it reads. */
export function remarkKnownLabels(this: Processor, { definitions, footnotes }: KnownLabels): void {
  const data = this.data()
  ;(data.micromarkExtensions ??= []).push(announcing(definitions, footnotes))
}

function announcing(definitions: readonly Definition[], footnotes: readonly string[]): Extension {
  const tokenize: Tokenizer = function (_, __, refused) {
    // micromark asks this before each line; the labels are the same each time.
    const parser: { defined: string[]; gfmFootnotes?: string[] } = this.parser
    for (const { identifier } of definitions) {
      const label = identifier.toUpperCase()
      if (!parser.defined.includes(label)) parser.defined.push(label)
    }
    const known = (parser.gfmFootnotes ??= [])
    for (const label of footnotes) if (!known.includes(label)) known.push(label)
    return refused
  }
  return { document: { null: { tokenize } } }
}
