import type { Element, Root as Drawing } from 'hast'
import type { Root, Table } from 'mdast'
import { memo, useEffect, useReducer, useState } from 'react'
import { type References, isTooCostly } from '#app/markdown/document/block.ts'
import { cellCount } from '#app/markdown/document/line-kinds.ts'
import { parseMarkdown } from '#app/markdown/document/parse-markdown.ts'
import { TableFrame } from '#app/markdown/elements.tsx'
import { FlowView } from './flow-view.tsx'
import { TreeView } from './tree-view.tsx'

/** Rows are parsed in chunks, each under the table's own head: at most this many rows, fewer where they are long. */
const chunkSize = { rows: 12, characters: 1_000 }

/** How many characters of rows are added in one task. */
const charactersAtOnce = 3_000

/** The browser lays out a whole table for each row that is added, so a long one continues in a table of its own. */
const cellsPerSection = 2_400

/** Wider tables are not something anyone reads. */
const cellLimit = 200

/** A table as its head and its rows, in chunks that are each parsed as a table. */
export interface TablePieces {
  head: TableChunk
  /** The chunks of one `<table>` each. The first may be empty; a long table has several. */
  sections: readonly (readonly TableChunk[])[]
  rows: number
  /** Whether rows are left to be added: read again, in another task. */
  behind: boolean
}

export interface TableChunk {
  source: string
  tree: Root
}

/** Splits one growing table into chunks of rows and parses each full one once. */
export function createTableReader() {
  let known = new Map<string, TableChunk>()
  let knownFor: References | undefined
  let shownRows = 0

  return {
    /** Undefined where the pieces would not mean the same as the whole; then the table has to be parsed as one. */
    read(source: string, references: References | undefined): TablePieces | undefined {
      const pieces = tableOf(source, references, references === knownFor ? known : new Map(), shownRows)
      shownRows = pieces?.rows ?? 0
      knownFor = references
      known = new Map(pieces && [pieces.head, ...pieces.sections.flat()].map((chunk) => [chunk.source, chunk]))
      return pieces
    },
  }
}

function tableOf(
  source: string,
  references: References | undefined,
  before: ReadonlyMap<string, TableChunk>,
  rowsBefore: number,
): TablePieces | undefined {
  const lines = source.replace(/\n+$/, '').split('\n')
  const head = `${lines[0] ?? ''}\n${lines[1] ?? ''}\n`
  const columns = cellCount(lines[0] ?? '')
  if (lines.some(isTooCostly) || columns > cellLimit) return undefined
  const headChunk = before.get(head) ?? { source: head, tree: parseMarkdown(head, references) }
  if (loneTable(headChunk.tree)?.children.length !== 1) return undefined

  const sections: TableChunk[][] = [[]]
  let cells = 0
  let added = 0
  let at = 2
  while (at < lines.length && added < charactersAtOnce) {
    const rows = chunkFrom(lines, at)
    const chunk = head + rows.join('\n')
    if (at - 2 + rows.length > rowsBefore) added += chunk.length
    const piece = before.get(chunk) ?? { source: chunk, tree: parseMarkdown(chunk, references) }
    if (loneTable(piece.tree)?.children.length !== rows.length + 1) return undefined
    if (cells >= cellsPerSection) {
      sections.push([])
      cells = 0
    }
    sections.at(-1)?.push(piece)
    cells += rows.length * columns
    at += rows.length
  }
  return { head: headChunk, sections, rows: at - 2, behind: at < lines.length }
}

/** The rows of the chunk that begins at a line. */
function chunkFrom(lines: readonly string[], start: number): string[] {
  const rows: string[] = []
  for (let length = 0; rows.length < chunkSize.rows && length < chunkSize.characters;) {
    const row = lines[start + rows.length]
    if (row === undefined) break
    rows.push(row)
    length += row.length
  }
  return rows
}

function loneTable({ children }: Root): Table | undefined {
  const shown = children.filter(({ type }) => type !== 'definition')
  return shown.length === 1 && shown[0]?.type === 'table' ? shown[0] : undefined
}

interface TableViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A table that grows by rows: the rows before are neither parsed nor drawn again. A long one continues in further tables. */
export function TableView({ source, references, idPrefix }: TableViewProps) {
  const [reader] = useState(createTableReader)
  const [, readOn] = useReducer((count: number) => count + 1, 0)
  const pieces = reader.read(source, references)

  useEffect(() => {
    if (!pieces?.behind) return
    // Once a frame: what is added between two frames is laid out in one task.
    const frame = requestAnimationFrame(readOn)
    return () => cancelAnimationFrame(frame)
  }, [pieces])

  if (!pieces) return <FlowView source={source} references={references} idPrefix={idPrefix} />
  const shared = { places: references?.places, idPrefix }
  return pieces.sections.map((chunks, section) => (
    <TableFrame key={section} isContinued={section > 0}>
      <RowsView tree={pieces.head.tree} pick={headOf} {...shared} />
      {chunks.length > 0 && (
        <tbody>
          {chunks.map(({ tree }, index) => (
            <RowsView key={index} tree={tree} pick={rowsOf} {...shared} />
          ))}
        </tbody>
      )}
    </TableFrame>
  ))
}

const RowsView = memo(TreeView)

function partsOf({ children }: Drawing): Element[] {
  const table = children.find((child): child is Element => child.type === 'element')
  return table?.children.filter((child): child is Element => child.type === 'element') ?? []
}

function headOf(drawing: Drawing): Drawing['children'] {
  return partsOf(drawing).filter(({ tagName }) => tagName === 'thead')
}

function rowsOf(drawing: Drawing): Drawing['children'] {
  return partsOf(drawing)
    .filter(({ tagName }) => tagName === 'tbody')
    .flatMap(({ children }) => children.filter((child) => child.type === 'element'))
}
