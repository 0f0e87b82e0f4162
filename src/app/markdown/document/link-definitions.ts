import type { Definition, FootnoteDefinition } from 'mdast'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import { visit } from 'unist-util-visit'
import {
  type MarkdownBlock,
  type FootnotePosition,
  type Footnotes,
  type KnownLabels,
  type References,
  isTooComplex,
} from './block.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** What a block defines for the whole document, and the footnotes it calls, in order. */
export interface Labels {
  definitions: readonly Definition[]
  footnotes: readonly FootnoteDefinition[]
  calls: readonly string[]
}

const noLabels: Labels = { definitions: [], footnotes: [], calls: [] }

/** Reads the labels of a block. Nearly all blocks have none, which is clear without parsing. */
function readLabels(source: string, known: KnownLabels): Labels {
  if ((!source.includes(']:') && !source.includes('[^')) || isTooComplex(source)) return noLabels
  const definitions: Definition[] = []
  const footnotes: FootnoteDefinition[] = []
  const calls: string[] = []
  visit(parseMarkdown(source, { definitions: [], footnotes: known.footnotes }), (node) => {
    if (node.type === 'definition') definitions.push(node)
    else if (node.type === 'footnoteDefinition') {
      footnotes.push(node)
      // Calls inside a footnote are counted when the footnotes are rendered.
      return 'skip'
    } else if (node.type === 'footnoteReference') calls.push(normalizeIdentifier(node.identifier))
    return undefined
  })
  return { definitions, footnotes, calls }
}

/** Whether a text contains the label in brackets, ignoring spacing, case and quote marks. */
function mentions(normalizedText: string, identifier: string): boolean {
  return normalizedText.includes(`[${normalizeIdentifier(identifier)}]`)
}

/** Prepares a text for `mentions`. */
function normalizeForMentions(text: string): string {
  return normalizeIdentifier(text.replaceAll(/\n[\s>]*/g, ' '))
    .replaceAll(/\[ /g, '[')
    .replaceAll(/ \]/g, ']')
}

/** A closed block with its text prepared for `mentions` (empty if it has no brackets) and the footnotes it calls. */
interface Entry {
  block: MarkdownBlock
  normalizedText: string
  calls: readonly string[]
}

/**
 * Tracks link definitions and footnotes across blocks. A definition may come long after the text that refers to it, so
 * `onChange` reports blocks that must be rendered again.
 */
export function createLinkDefinitions(onChange: (index: number, block: MarkdownBlock) => void) {
  const entries: Entry[] = []
  const definitions = new Map<string, Definition>()
  const notes = new Map<string, FootnoteDefinition>()
  const known = () => ({ definitions: [...definitions.values()], footnotes: [...notes.keys()] })

  /** Stores the labels a block defines. The first definition of a label wins. Returns the new labels. */
  function addLabels(block: MarkdownBlock): { links: string[]; footnotes: string[] } {
    const found = readLabels(block.source, known())
    const links = found.definitions.filter(({ identifier }) => !definitions.has(normalizeIdentifier(identifier)))
    for (const link of links) definitions.set(normalizeIdentifier(link.identifier), link)
    const footnotes = found.footnotes.filter(({ identifier }) => !notes.has(normalizeIdentifier(identifier)))
    for (const footnote of footnotes) notes.set(normalizeIdentifier(footnote.identifier), footnote)
    return {
      links: links.map(({ identifier }) => identifier),
      footnotes: footnotes.map(({ identifier }) => identifier),
    }
  }

  function refresh(isAffected: (entry: Entry) => boolean) {
    for (const entry of entries) if (isAffected(entry)) entry.calls = readLabels(entry.block.source, known()).calls
    let positions: Map<string, FootnotePosition>[] | undefined
    entries.forEach((entry, index) => {
      if (!isAffected(entry) && entry.calls.length === 0) return
      positions ??= numberFootnotes(entries)
      const references = findReferences(entry.normalizedText, positions[index] ?? new Map())
      if (areEqual(references, entry.block.references)) return
      const { kind, source } = entry.block
      entry.block = { kind, source, ...(references && { references }) }
      onChange(index, entry.block)
    })
  }

  function findReferences(
    normalizedText: string,
    positions: ReadonlyMap<string, FootnotePosition>,
  ): References | undefined {
    if (normalizedText === '') return undefined
    const links = [...definitions.values()].filter(({ identifier }) => mentions(normalizedText, identifier))
    const footnotes = [...notes.keys()].filter((label) => mentions(normalizedText, `^${label}`))
    return links.length + footnotes.length === 0
      ? undefined
      : { definitions: links, footnotes, footnotePositions: positions }
  }

  /** Numbers the whole document, so it is only called where a footnote is called. */
  function positionsIn(source: string): ReadonlyMap<string, FootnotePosition> {
    if (notes.size === 0 || !source.includes('[^')) return new Map()
    const entry = {
      block: { kind: 'flow' as const, source },
      normalizedText: '',
      calls: readLabels(source, known()).calls,
    }
    return numberFootnotes([...entries, entry]).at(-1) ?? new Map()
  }

  return {
    /** Adds a closed block, in document order. */
    close(block: MarkdownBlock) {
      const fresh = block.kind === 'code' ? { links: [], footnotes: [] } : addLabels(block)
      const hasBrackets = block.kind !== 'code' && block.source.includes('[')
      const entry: Entry = { block, normalizedText: hasBrackets ? normalizeForMentions(block.source) : '', calls: [] }
      entries.push(entry)
      if (!hasBrackets) return
      refresh(
        (each) =>
          each === entry ||
          fresh.links.some((label) => mentions(each.normalizedText, label)) ||
          fresh.footnotes.some((label) => mentions(each.normalizedText, `^${label}`)),
      )
    },
    /** References of a block that is still open, to labels defined so far. */
    lookUp(source: string): References | undefined {
      if ((definitions.size === 0 && notes.size === 0) || !source.includes('[')) return undefined
      return findReferences(normalizeForMentions(source), positionsIn(source))
    },
    footnotes(): Footnotes | undefined {
      if (notes.size === 0) return undefined
      const calls = entries.flatMap((entry) => entry.calls)
      return calls.length === 0
        ? undefined
        : { calls, notes: [...notes.values()], definitions: [...definitions.values()] }
    },
  }
}

/** For each entry, the positions of the footnotes it calls. */
function numberFootnotes(entries: readonly Entry[]): Map<string, FootnotePosition>[] {
  const numbers = new Map<string, { number: number; calls: number }>()
  return entries.map(({ calls }) => {
    const positions = new Map<string, FootnotePosition>()
    for (const label of calls) {
      const count = numbers.get(label) ?? { number: numbers.size + 1, calls: 0 }
      if (!positions.has(label)) positions.set(label, { number: count.number, callsBefore: count.calls })
      numbers.set(label, { ...count, calls: count.calls + 1 })
    }
    return positions
  })
}

function areEqual(a: References | undefined, b: References | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.definitions.length === b.definitions.length &&
    a.definitions.every((definition, index) => definition === b.definitions[index]) &&
    a.footnotes.join('\n') === b.footnotes.join('\n') &&
    JSON.stringify([...a.footnotePositions]) === JSON.stringify([...b.footnotePositions])
  )
}
