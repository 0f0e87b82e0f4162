import type { Extension, Tokenizer } from 'micromark-util-types'
import type { Definition } from 'mdast'
import type { Processor } from 'unified'

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
