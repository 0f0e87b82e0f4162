import type { Element, Root as HastRoot } from 'hast'
import type { Root, Table } from 'mdast'
import { memo, useEffect, useReducer, useState } from 'react'
import { type References, isTooComplex } from '#app/markdown/document/block.ts'
import { countCells } from '#app/markdown/document/line-kinds.ts'
import { parseMarkdown } from '#app/markdown/document/parse-markdown.ts'
import { TableFrame } from '#app/markdown/elements.tsx'
import { FlowView, TreeView } from './flow-view.tsx'

/** Rows are parsed in chunks, each below a copy of the table's head. Chunks of long rows have fewer rows. */
const chunkLimits = { rows: 12, characters: 1_000 }

/** Characters of new rows that are parsed per task. */
const charactersPerTask = 3_000

/** The browser lays out the whole table for each added row, so a long table is split into several. */
const cellsPerSection = 2_400

/** Nobody reads wider tables; they are shown as plain text. */
const maxColumns = 200

/** A table as a head and chunks of rows. Each chunk is parsed as a table. */
export interface ParsedTable {
  head: TableChunk
  /** The chunks of each `<table>`. The first may be empty; a long table has several. */
  sections: readonly (readonly TableChunk[])[]
  rows: number
  /** Whether there are more rows: parse again in another task. */
  hasMore: boolean
}

export interface TableChunk {
  source: string
  tree: Root
}

/** Splits one growing table into chunks of rows and parses each full chunk once. */
export function createTableParser() {
  let cache = new Map<string, TableChunk>()
  let cachedFor: References | undefined
  let rowsRead = 0

  return {
    /**
     * Undefined if the chunks alone would parse differently from the whole table, which must then be parsed at once.
     */
    parse(source: string, references: References | undefined): ParsedTable | undefined {
      const table = parseTable(source, references, references === cachedFor ? cache : new Map(), rowsRead)
      rowsRead = table?.rows ?? 0
      cachedFor = references
      cache = new Map(table && [table.head, ...table.sections.flat()].map((chunk) => [chunk.source, chunk]))
      return table
    },
  }
}

function parseTable(
  source: string,
  references: References | undefined,
  cached: ReadonlyMap<string, TableChunk>,
  rowsRead: number,
): ParsedTable | undefined {
  const lines = source.replace(/\n+$/, '').split('\n')
  const head = `${lines[0] ?? ''}\n${lines[1] ?? ''}\n`
  const columns = countCells(lines[0] ?? '')
  if (lines.some(isTooComplex) || columns > maxColumns) return undefined
  const headChunk = cached.get(head) ?? { source: head, tree: parseMarkdown(head, references) }
  if (onlyTable(headChunk.tree)?.children.length !== 1) return undefined

  const sections: TableChunk[][] = [[]]
  let cells = 0
  let added = 0
  let index = 2
  while (index < lines.length && added < charactersPerTask) {
    const rows = takeChunk(lines, index)
    const chunk = head + rows.join('\n')
    if (index - 2 + rows.length > rowsRead) added += chunk.length
    const piece = cached.get(chunk) ?? { source: chunk, tree: parseMarkdown(chunk, references) }
    if (onlyTable(piece.tree)?.children.length !== rows.length + 1) return undefined
    if (cells >= cellsPerSection) {
      sections.push([])
      cells = 0
    }
    sections.at(-1)?.push(piece)
    cells += rows.length * columns
    index += rows.length
  }
  return { head: headChunk, sections, rows: index - 2, hasMore: index < lines.length }
}

/** The rows of the chunk that starts at a line. The last row is a chunk of its own, since only that one grows. */
function takeChunk(lines: readonly string[], start: number): string[] {
  const rows: string[] = []
  for (let length = 0; rows.length < chunkLimits.rows && length < chunkLimits.characters;) {
    const row = lines[start + rows.length]
    if (row === undefined) break
    rows.push(row)
    length += row.length
  }
  if (rows.length > 1 && start + rows.length === lines.length) rows.pop()
  return rows
}

function onlyTable({ children }: Root): Table | undefined {
  const visible = children.filter(({ type }) => type !== 'definition')
  return visible.length === 1 && visible[0]?.type === 'table' ? visible[0] : undefined
}

interface TableViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/**
 * A table that grows at its last row. Earlier rows are neither parsed nor rendered again. A long table is split into
 * several.
 */
export function TableView({ source, references, idPrefix }: TableViewProps) {
  const [parser] = useState(createTableParser)
  const [, readMore] = useReducer((count: number) => count + 1, 0)
  const table = parser.parse(source, references)

  useEffect(() => {
    if (!table?.hasMore) return
    // Once per frame, so that all rows added between two frames are laid out in one task.
    const frame = requestAnimationFrame(readMore)
    return () => cancelAnimationFrame(frame)
  }, [table])

  if (!table) return <FlowView source={source} references={references} idPrefix={idPrefix} />
  const shared = { footnotePositions: references?.footnotePositions, idPrefix }
  return table.sections.map((chunks, section) => (
    <TableFrame key={section} isContinued={section > 0}>
      <RowsView tree={table.head.tree} pick={pickHead} {...shared} />
      {chunks.length > 0 && (
        <tbody>
          {chunks.map(({ tree }, index) => (
            <RowsView key={index} tree={tree} pick={pickRows} {...shared} />
          ))}
        </tbody>
      )}
    </TableFrame>
  ))
}

const RowsView = memo(TreeView)

function tableParts({ children }: HastRoot): Element[] {
  const table = children.find((child): child is Element => child.type === 'element')
  return table?.children.filter((child): child is Element => child.type === 'element') ?? []
}

function pickHead(root: HastRoot): HastRoot['children'] {
  return tableParts(root).filter(({ tagName }) => tagName === 'thead')
}

function pickRows(root: HastRoot): HastRoot['children'] {
  return tableParts(root)
    .filter(({ tagName }) => tagName === 'tbody')
    .flatMap(({ children }) => children.filter((child) => child.type === 'element'))
}
