import type { Definition, FootnoteDefinition } from 'mdast'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import { visit } from 'unist-util-visit'
import {
  type MarkdownBlock,
  type FootnotePlace,
  type Footnotes,
  type KnownLabels,
  type References,
  isTooCostly,
} from './block.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** What a stretch defines for the whole document, and which footnotes it calls, in order. */
export interface Labels {
  definitions: readonly Definition[]
  footnotes: readonly FootnoteDefinition[]
  calls: readonly string[]
}

const noLabels: Labels = { definitions: [], footnotes: [], calls: [] }

/** Reads the labels of a stretch; nearly all have none, and are told apart without parsing. */
function labelsOf(source: string, known: KnownLabels): Labels {
  if ((!source.includes(']:') && !source.includes('[^')) || isTooCostly(source)) return noLabels
  const definitions: Definition[] = []
  const footnotes: FootnoteDefinition[] = []
  const calls: string[] = []
  visit(parseMarkdown(source, { definitions: [], footnotes: known.footnotes }), (node) => {
    if (node.type === 'definition') definitions.push(node)
    else if (node.type === 'footnoteDefinition') {
      footnotes.push(node)
      // What a footnote calls comes into the count when the footnotes are written out.
      return 'skip'
    } else if (node.type === 'footnoteReference') calls.push(normalizeIdentifier(node.identifier))
    return undefined
  })
  return { definitions, footnotes, calls }
}

/** Whether a text could refer to a label: it stands there in brackets, however it is spaced, cased or quoted. */
function mentions(normalisedText: string, identifier: string): boolean {
  return normalisedText.includes(`[${normalizeIdentifier(identifier)}]`)
}

/** A text made comparable for `mentions`. */
function normaliseForMentions(text: string): string {
  return normalizeIdentifier(text.replaceAll(/\n[\s>]*/g, ' '))
    .replaceAll(/\[ /g, '[')
    .replaceAll(/ \]/g, ']')
}

/** What is known of one closed block: its text made comparable, where it has brackets at all, and the footnotes it calls. */
interface Page {
  block: MarkdownBlock
  mentionable: string
  calls: readonly string[]
}

/**
 * Keeps what reaches across blocks: link definitions and footnotes. A definition may come long after the text that
 * refers to it, so that text may have to be drawn once more; `onChange` tells which blocks.
 */
export function createLinkDefinitions(onChange: (index: number, block: MarkdownBlock) => void) {
  const pages: Page[] = []
  const definitions = new Map<string, Definition>()
  const notes = new Map<string, FootnoteDefinition>()
  const known = () => ({ definitions: [...definitions.values()], footnotes: [...notes.keys()] })

  /** The first definition of a label wins. Returns the labels that are new. */
  function note(block: MarkdownBlock): { links: string[]; footnotes: string[] } {
    const found = labelsOf(block.source, known())
    const links = found.definitions.filter(({ identifier }) => !definitions.has(normalizeIdentifier(identifier)))
    for (const link of links) definitions.set(normalizeIdentifier(link.identifier), link)
    const footnotes = found.footnotes.filter(({ identifier }) => !notes.has(normalizeIdentifier(identifier)))
    for (const footnote of footnotes) notes.set(normalizeIdentifier(footnote.identifier), footnote)
    return {
      links: links.map(({ identifier }) => identifier),
      footnotes: footnotes.map(({ identifier }) => identifier),
    }
  }

  function refresh(isTouched: (page: Page) => boolean) {
    for (const page of pages) if (isTouched(page)) page.calls = labelsOf(page.block.source, known()).calls
    let places: Map<string, FootnotePlace>[] | undefined
    pages.forEach((page, index) => {
      if (!isTouched(page) && page.calls.length === 0) return
      places ??= placesOf(pages)
      const references = referencesOf(page.mentionable, places[index] ?? new Map())
      if (sameReferences(references, page.block.references)) return
      const { kind, source } = page.block
      page.block = { kind, source, ...(references && { references }) }
      onChange(index, page.block)
    })
  }

  function referencesOf(mentionable: string, places: ReadonlyMap<string, FootnotePlace>): References | undefined {
    if (mentionable === '') return undefined
    const links = [...definitions.values()].filter(({ identifier }) => mentions(mentionable, identifier))
    const footnotes = [...notes.keys()].filter((label) => mentions(mentionable, `^${label}`))
    return links.length + footnotes.length === 0 ? undefined : { definitions: links, footnotes, places }
  }

  /** Counts over the whole document, so it is asked for only where a footnote is called. */
  function placesIn(source: string): ReadonlyMap<string, FootnotePlace> {
    if (notes.size === 0 || !source.includes('[^')) return new Map()
    const page = { block: { kind: 'flow' as const, source }, mentionable: '', calls: labelsOf(source, known()).calls }
    return placesOf([...pages, page]).at(-1) ?? new Map()
  }

  return {
    /** Takes a block that has been closed, in the order of the document. */
    close(block: MarkdownBlock) {
      const fresh = block.kind === 'code' ? { links: [], footnotes: [] } : note(block)
      const hasBrackets = block.kind !== 'code' && block.source.includes('[')
      const page: Page = { block, mentionable: hasBrackets ? normaliseForMentions(block.source) : '', calls: [] }
      pages.push(page)
      if (!hasBrackets) return
      refresh(
        (each) =>
          each === page ||
          fresh.links.some((label) => mentions(each.mentionable, label)) ||
          fresh.footnotes.some((label) => mentions(each.mentionable, `^${label}`)),
      )
    },
    /** What a block that is still open refers to, as far as it is defined already. */
    lookUp(source: string): References | undefined {
      if ((definitions.size === 0 && notes.size === 0) || !source.includes('[')) return undefined
      return referencesOf(normaliseForMentions(source), placesIn(source))
    },
    footnotes(): Footnotes | undefined {
      if (notes.size === 0) return undefined
      const calls = pages.flatMap((page) => page.calls)
      return calls.length === 0
        ? undefined
        : { calls, notes: [...notes.values()], definitions: [...definitions.values()] }
    },
  }
}

/** For each page the places of the footnotes it calls. */
function placesOf(pages: readonly Page[]): Map<string, FootnotePlace>[] {
  const numbers = new Map<string, { number: number; calls: number }>()
  return pages.map(({ calls }) => {
    const places = new Map<string, FootnotePlace>()
    for (const label of calls) {
      const count = numbers.get(label) ?? { number: numbers.size + 1, calls: 0 }
      if (!places.has(label)) places.set(label, { number: count.number, callsBefore: count.calls })
      numbers.set(label, { ...count, calls: count.calls + 1 })
    }
    return places
  })
}

function sameReferences(a: References | undefined, b: References | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.definitions.length === b.definitions.length &&
    a.definitions.every((definition, index) => definition === b.definitions[index]) &&
    a.footnotes.join('\n') === b.footnotes.join('\n') &&
    JSON.stringify([...a.places]) === JSON.stringify([...b.places])
  )
}
