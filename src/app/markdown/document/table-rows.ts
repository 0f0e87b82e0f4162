import type { Root, Table } from 'mdast'
import type { References } from './block.ts'
import { isTooCostly } from './cost.ts'
import { cellCount } from './line-kinds.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** Rows are parsed in chunks of this many, each under the table's own head. */
const chunkSize = 12

/** Wider tables are no tables that anybody reads. */
const cellLimit = 200

/** A table as its head and chunks of rows, each parsed as a table of its own. */
export interface TablePieces {
  head: TableChunk
  chunks: readonly TableChunk[]
}

export interface TableChunk {
  source: string
  tree: Root
}

/** Takes one growing table apart into chunks of rows, parsing each full one once. */
export function createTableReader() {
  let known = new Map<string, TableChunk>()
  let knownFor: References | undefined

  return {
    /** Undefined where the pieces would not mean the same as the whole; then the table has to be parsed as one. */
    read(source: string, references: References | undefined): TablePieces | undefined {
      const pieces = tableOf(source, references, references === knownFor ? known : new Map())
      knownFor = references
      known = new Map(pieces && [pieces.head, ...pieces.chunks].map((chunk) => [chunk.source, chunk]))
      return pieces
    },
  }
}

function tableOf(
  source: string,
  references: References | undefined,
  before: ReadonlyMap<string, TableChunk>,
): TablePieces | undefined {
  const lines = source.replace(/\n+$/, '').split('\n')
  const head = `${lines[0] ?? ''}\n${lines[1] ?? ''}\n`
  if (lines.some(isTooCostly) || cellCount(lines[0] ?? '') > cellLimit) return undefined
  const headChunk = before.get(head) ?? { source: head, tree: parseMarkdown(head, references) }
  if (loneTable(headChunk.tree)?.children.length !== 1) return undefined
  const chunks: TableChunk[] = []
  for (let at = 2; at < lines.length; at += chunkSize) {
    const rows = lines.slice(at, at + chunkSize)
    const chunk = head + rows.join('\n')
    const piece = before.get(chunk) ?? { source: chunk, tree: parseMarkdown(chunk, references) }
    if (loneTable(piece.tree)?.children.length !== rows.length + 1) return undefined
    chunks.push(piece)
  }
  return { head: headChunk, chunks }
}

function loneTable({ children }: Root): Table | undefined {
  const shown = children.filter(({ type }) => type !== 'definition')
  return shown.length === 1 && shown[0]?.type === 'table' ? shown[0] : undefined
}
