import type { Definition, FootnoteDefinition } from 'mdast'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import { visit } from 'unist-util-visit'
import { isTooCostly } from './cost.ts'
import type { KnownLabels } from './known-labels.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** What a stretch defines for the whole document, and which footnotes it calls, in order. */
export interface Labels {
  definitions: readonly Definition[]
  footnotes: readonly FootnoteDefinition[]
  calls: readonly string[]
}

const noLabels: Labels = { definitions: [], footnotes: [], calls: [] }

/** Reads the labels of a stretch; nearly all have none, and are told apart without parsing. */
export function labelsOf(source: string, known: KnownLabels): Labels {
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
export function mentions(normalisedText: string, identifier: string): boolean {
  return normalisedText.includes(`[${normalizeIdentifier(identifier)}]`)
}

/** A text made comparable for `mentions`. */
export function normaliseForMentions(text: string): string {
  return normalizeIdentifier(text.replaceAll(/\n[\s>]*/g, ' '))
    .replaceAll(/\[ /g, '[')
    .replaceAll(/ \]/g, ']')
}
