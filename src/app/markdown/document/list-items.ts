import type { List, Root, RootContent } from 'mdast'
import type { References } from './block.ts'
import { isTooCostly } from './cost.ts'
import { indentOf, isBlank, listMarkerOf } from './line-kinds.ts'
import { parseMarkdown } from './parse-markdown.ts'

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
export function createListReader() {
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
