import type { Element, Root as HastRoot } from 'hast'
import type { List, Root, RootContent } from 'mdast'
import { memo, useState } from 'react'
import { type References, isTooComplex } from '#app/markdown/document/block.ts'
import { indentOf, isBlank, parseListMarker } from '#app/markdown/document/line-kinds.ts'
import { parseMarkdown } from '#app/markdown/document/parse-markdown.ts'
import { FlowView, TreeView } from './flow-view.tsx'

/** One item of a top-level list, parsed on its own. */
export interface ParsedItem {
  source: string
  tree: Root
}

/** A list whose items are parsed one by one. */
export interface ParsedList {
  items: readonly ParsedItem[]
  ordered: boolean
  start: number
  /** Whether items contain paragraphs (a loose list). It applies to all items. */
  loose: boolean
  hasTasks: boolean
}

/** Splits one growing list into items and parses each finished item once. */
function createListParser() {
  let cache = new Map<string, ParsedItem>()
  let cachedFor: References | undefined

  return {
    /** Undefined if the items alone would parse differently from the whole list, which must then be parsed at once. */
    parse(source: string, references: References | undefined): ParsedList | undefined {
      if (references !== cachedFor) cache = new Map()
      cachedFor = references
      const sources = splitItems(source)
      if (sources.some(isTooComplex)) return undefined
      const items = sources.map((each) => cache.get(each) ?? { source: each, tree: parseMarkdown(each, references) })
      cache = new Map(items.map((item) => [item.source, item]))
      return combineItems(items)
    },
  }
}

function combineItems(items: readonly ParsedItem[]): ParsedList | undefined {
  const lists = items.map(({ tree }) => onlyList(tree))
  const [first] = lists
  if (!first || !lists.every((list) => list !== undefined)) return undefined
  const hasGap = items.slice(0, -1).some(endsWithBlankLine)
  return {
    items,
    ordered: first.ordered === true,
    start: first.start ?? 1,
    loose: hasGap || lists.some((list) => list.spread === true || list.children[0]?.spread === true),
    hasTasks: lists.some((list) => typeof list.children[0]?.checked === 'boolean'),
  }
}

/** The source of each item. The lines are known to be one list and nothing else. */
function splitItems(source: string): string[] {
  const sources: string[] = []
  let content = 0
  for (const line of source.split(/(?<=\n)/)) {
    const text = line.replace(/\n$/, '')
    const marker =
      isBlank(text) || (sources.length > 0 && indentOf(text) >= content) ? undefined : parseListMarker(text)
    if (marker) {
      content = marker.contentColumn
      sources.push(line)
    } else sources[Math.max(0, sources.length - 1)] = (sources.at(-1) ?? '') + line
  }
  return sources
}

/** Whether blank lines follow the item, rather than belong to unclosed code inside it. */
function endsWithBlankLine({ source, tree }: ParsedItem): boolean {
  if (!/\n[ \t]*\n$/.test(source)) return false
  let leaf: Root | RootContent = tree
  while ('children' in leaf) {
    const last: RootContent | undefined = leaf.children.at(-1)
    if (!last) return true
    leaf = last
  }
  return (leaf.position?.end.offset ?? 0) <= source.trimEnd().length
}

function onlyList({ children }: Root): List | undefined {
  const visible = children.filter(({ type }) => type !== 'definition')
  const [list] = visible
  return visible.length === 1 && list?.type === 'list' && list.children.length === 1 ? list : undefined
}

interface ListViewProps {
  source: string
  references: References | undefined
  idPrefix: string
}

/** A list that grows at its last item. Earlier items are neither parsed nor rendered again. */
export function ListView({ source, references, idPrefix }: ListViewProps) {
  const [parser] = useState(createListParser)
  const list = parser.parse(source, references)
  if (!list) return <FlowView source={source} references={references} idPrefix={idPrefix} />
  const { items, ordered, start, loose, hasTasks } = list
  const children = items.map(({ tree }, index) => (
    <ItemView
      key={index}
      tree={tree}
      loose={loose}
      footnotePositions={references?.footnotePositions}
      idPrefix={idPrefix}
    />
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
  footnotePositions: References['footnotePositions'] | undefined
  idPrefix: string
}

const ItemView = memo(function ItemView({ tree, loose, footnotePositions, idPrefix }: ItemViewProps) {
  const adjusted: Root = {
    ...tree,
    children: tree.children.map((child) => (child.type === 'list' ? { ...child, spread: loose } : child)),
  }
  return <TreeView tree={adjusted} footnotePositions={footnotePositions} pick={pickItems} idPrefix={idPrefix} />
})

function pickItems({ children }: HastRoot): HastRoot['children'] {
  const list = children.find((child): child is Element => child.type === 'element')
  return list?.children.filter((child) => child.type === 'element') ?? []
}
