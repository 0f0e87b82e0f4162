import type { Definition, FootnoteDefinition } from 'mdast'
import type { Extension, Tokenizer } from 'micromark-util-types'
import type { Processor } from 'unified'
import type { SourceSpan } from './block-splitter.ts'

/** The position of a footnote call among all calls of the reply. */
export interface FootnotePosition {
  /** The number shown. Footnotes are numbered in the order of their first calls. */
  number: number
  /** The number of calls of the same footnote in earlier blocks. */
  callsBefore: number
}

/** What a block refers to in other blocks. */
export interface References extends KnownLabels {
  footnotePositions: ReadonlyMap<string, FootnotePosition>
}

/** A block ready to render. Immutable: a block that changes is replaced. */
export interface MarkdownBlock extends SourceSpan {
  /** Only set for the few blocks that mention something defined in another block. */
  references?: References
}

/** The footnotes at the end of a document: all calls in order, and the notes. */
export interface Footnotes {
  calls: readonly string[]
  notes: readonly FootnoteDefinition[]
  definitions: readonly Definition[]
}

/** Longer than any readable paragraph, so formatting isn't worth the time. */
const lengthLimit = 20_000
/** Delimiters are matched against each other, so their cost is quadratic. */
const markLimit = 500
const depthLimit = 40
/** Bars create cells when a table is parsed together with other content. */
const barLimit = 2_000

/**
 * Whether formatting `source` could take too long. Decided by its content rather than by time, so that the same text
 * always looks the same.
 */
export function isTooComplex(source: string): boolean {
  if (source.length > lengthLimit) return true
  if (source.length < 400) return false
  let marks = 0
  let bars = 0
  for (let index = 0; index < source.length; index += 1) {
    const code = source.charCodeAt(index)
    if (isMark.has(code)) marks += 1
    else if (code === bar) bars += 1
  }
  return marks > markLimit || bars > barLimit || depthOf(source) > depthLimit
}

/** Characters the inline parser remembers until it finds their closing counterpart: ``! $ & * < [ \ ] _ ` ~``. */
const isMark = new Set(Array.from('!$&*<[\\]_`~', (mark) => mark.charCodeAt(0)))

const bar = '|'.charCodeAt(0)

/** The nesting depth of quotes and lists on the deepest line. */
function depthOf(source: string): number {
  let deepest = 0
  for (const line of source.split('\n')) {
    const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/.exec(line)?.[0] ?? ''
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    deepest = Math.max(deepest, containers.replaceAll(/[ \t]/g, '').length, indent / 2)
  }
  return deepest
}

/** Labels that a block can refer to although they are defined in other blocks. */
export interface KnownLabels {
  definitions: readonly Definition[]
  /** Footnote identifiers, normalized as micromark does. */
  footnotes: readonly string[]
}

/** A remark plugin that tells the parser about labels defined in other blocks before it reads this one. */
export function remarkKnownLabels(this: Processor, { definitions, footnotes }: KnownLabels): void {
  const data = this.data()
  ;(data.micromarkExtensions ??= []).push(registerLabels(definitions, footnotes))
}

function registerLabels(definitions: readonly Definition[], footnotes: readonly string[]): Extension {
  const tokenize: Tokenizer = function (_, __, nok) {
    // micromark calls this before each line; the labels are the same each time.
    const parser: { defined: string[]; gfmFootnotes?: string[] } = this.parser
    for (const { identifier } of definitions) {
      const label = identifier.toUpperCase()
      if (!parser.defined.includes(label)) parser.defined.push(label)
    }
    const known = (parser.gfmFootnotes ??= [])
    for (const label of footnotes) if (!known.includes(label)) known.push(label)
    return nok
  }
  return { document: { null: { tokenize } } }
}
