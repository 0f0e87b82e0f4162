import type { Element, Root as Drawing } from 'hast'
import type { List, Root, RootContent } from 'mdast'
import { memo, useState } from 'react'
import { type References, isTooCostly } from '#app/markdown/document/block.ts'
import { indentOf, isBlank, listMarkerOf } from '#app/markdown/document/line-kinds.ts'
import { parseMarkdown } from '#app/markdown/document/parse-markdown.ts'
import { FlowView } from './flow-view.tsx'
import { TreeView } from './tree-view.tsx'

/** One item of a top-level list, parsed by itself. */
export interface ListItemPiece {
  source: string
  tree: Root
}

/** A list as pieces that are parsed one by one. */
export interface ListPieces {
  items: readonly ListItemPiece[]
  ordered: boolean
  start: number
  /** True when its paragraphs stand apart: then those of every item do. */
  loose: boolean
  hasTasks: boolean
}

/** Takes one growing list apart into its items, parsing each finished one once. */
function createListReader() {
  let known = new Map<string, ListItemPiece>()
  let knownFor: References | undefined

  return {
    /** Undefined where the pieces would not mean the same as the whole; then the list has to be parsed as one. */
    read(source: string, references: References | undefined): ListPieces | undefined {
      if (references !== knownFor) known = new Map()
      knownFor = references
      const sources = itemSources(source)
      if (sources.some(isTooCostly)) return undefined
      const items = sources.map((each) => known.get(each) ?? { source: each, tree: parseMarkdown(each, references) })
      known = new Map(items.map((item) => [item.source, item]))
      return listOf(items)
    },
  }
}

function listOf(items: readonly ListItemPiece[]): ListPieces | undefined {
  const lists = items.map(({ tree }) => loneList(tree))
  const [first] = lists
  if (!first || !lists.every((list) => list !== undefined)) return undefined
  const hasGap = items.slice(0, -1).some(endsInGap)
  return {
    items,
    ordered: first.ordered === true,
    start: first.start ?? 1,
    loose: hasGap || lists.some((list) => list.spread === true || list.children[0]?.spread === true),
    hasTasks: lists.some((list) => typeof list.children[0]?.checked === 'boolean'),
  }
}

/** The text of each item; the lines are known to be one list and nothing else. */
function itemSources(source: string): string[] {
  const sources: string[] = []
  let content = 0
  for (const line of source.split(/(?<=\n)/)) {
    const text = line.replace(/\n$/, '')
    const marker = isBlank(text) || (sources.length > 0 && indentOf(text) >= content) ? undefined : listMarkerOf(text)
    if (marker) {
      content = marker.content
      sources.push(line)
    } else sources[Math.max(0, sources.length - 1)] = (sources.at(-1) ?? '') + line
  }
  return sources
}

/** Whether blank lines stand after the item, rather than in code within it that was never closed. */
function endsInGap({ source, tree }: ListItemPiece): boolean {
  if (!/\n[ \t]*\n$/.test(source)) return false
  let leaf: Root | RootContent = tree
  while ('children' in leaf) {
    const last: RootContent | undefined = leaf.children.at(-1)
    if (!last) return true
    leaf = last
  }
  return (leaf.position?.end.offset ?? 0) <= source.trimEnd().length
}

function loneList({ children }: Root): List | undefined {
  const shown = children.filter(({ type }) => type !== 'definition')
  const [list] = shown
  return shown.length === 1 && list?.type === 'list' && list.children.length === 1 ? list : undefined
}

interface ListViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A list that grows by its last item: the others are neither parsed nor drawn again. */
export function ListView({ source, references, idPrefix }: ListViewProps) {
  const [reader] = useState(createListReader)
  const pieces = reader.read(source, references)
  if (!pieces) return <FlowView source={source} references={references} idPrefix={idPrefix} />
  const { items, ordered, start, loose, hasTasks } = pieces
  const children = items.map(({ tree }, index) => (
    <ItemView key={index} tree={tree} loose={loose} places={references?.places} idPrefix={idPrefix} />
  ))
  const className = hasTasks ? 'contains-task-list' : undefined
  return ordered ? (
    <ol className={className} start={start === 1 ? undefined : start}>
      {children}
    </ol>
  ) : (
    <ul className={className}>{children}</ul>
  )
}

interface ItemViewProps {
  tree: Root
  loose: boolean
  places: References['places'] | undefined
  idPrefix: string
}

const ItemView = memo(function ItemView({ tree, loose, places, idPrefix }: ItemViewProps) {
  const spread: Root = {
    ...tree,
    children: tree.children.map((child) => (child.type === 'list' ? { ...child, spread: loose } : child)),
  }
  return <TreeView tree={spread} places={places} pick={itemsOf} idPrefix={idPrefix} />
})

function itemsOf({ children }: Drawing): Drawing['children'] {
  const list = children.find((child): child is Element => child.type === 'element')
  return list?.children.filter((child) => child.type === 'element') ?? []
}
