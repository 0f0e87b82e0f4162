import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import type { JsonNode } from '#dialects/json-schema/partial-json.ts'
import { Button } from '#app/ui/button.tsx'

/** How many more children a container shows at once, so that a huge reply stays quick. */
const childrenPerPage = 50
/** The first containers with at most this many children are open at first. */
const openChildren = 20
const openSiblings = 10
/** Longer texts are cut; `Raw` has all of them. */
const longestText = 300

const colours: Readonly<Record<JsonNode['kind'], string>> = {
  object: 'text-text-muted',
  array: 'text-text-muted',
  string: 'text-syntax-string',
  number: 'text-syntax-number',
  literal: 'text-syntax-keyword',
}

/** A JSON value as a list that folds. */
export function JsonTree({ root, name }: { root: JsonNode; name: string }) {
  return (
    <ul aria-label={name} className="font-mono text-xs leading-5">
      <JsonItem node={root} version={root.version} label={name} depth={0} place={0} />
    </ul>
  )
}

interface JsonItemProps {
  node: JsonNode
  /** Nodes grow in place; a new version renders again. */
  version: number
  label: string
  depth: number
  place: number
}

/** Memoized, so that only what grows renders while text arrives. */
const JsonItem = memo(function JsonItem({ node, label, depth, place }: JsonItemProps) {
  const { kind, children } = node
  const [chosen, setChosen] = useState<boolean>()
  const [limit, setLimit] = useState(childrenPerPage)
  if (kind !== 'object' && kind !== 'array') {
    return (
      <li className="flex min-w-0 items-baseline gap-3 pl-5">
        <span className="max-w-[45%] shrink-0 truncate text-syntax-name" title={label}>
          {label}
        </span>
        <span className={`min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap ${colours[kind]}`}>{textOf(node)}</span>
        <span className="shrink-0 font-sans text-text-muted max-md:hidden">{typeOf(node)}</span>
      </li>
    )
  }
  const isOpen = chosen ?? (depth === 0 || (depth === 1 && place < openSiblings && children.length <= openChildren))
  const words = kind === 'array' ? countOf(children.length, 'item') : countOf(children.length, 'field')
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
        className="flex w-full min-w-0 items-center gap-1 rounded-sm text-left -outline-offset-1 hover:bg-tint pointer-coarse:min-h-9"
      >
        <ChevronRight
          aria-hidden
          size={14}
          className={`shrink-0 text-text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className={`truncate ${depth === 0 ? 'font-medium' : 'text-syntax-name'}`}>{label}</span>
        <span className="ml-2 shrink-0 text-text-muted">{words}</span>
        <span className="ml-auto shrink-0 pl-3 font-sans text-text-muted max-md:hidden">{kind}</span>
      </button>
      {isOpen && children.length > 0 && (
        <ul className="ml-1.5 border-l border-line pl-2">
          {children.slice(0, limit).map((child, index) => (
            <JsonItem
              // The index is stable: children are only added at the end.
              key={index}
              node={child}
              version={child.version}
              label={child.key ?? String(index)}
              depth={depth + 1}
              place={index}
            />
          ))}
          {children.length > limit && (
            <li className="py-1 pl-4 font-sans">
              <Button size="small" onClick={() => setLimit(limit + childrenPerPage)}>
                Show {Math.min(childrenPerPage, children.length - limit)} more
              </Button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
})

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function textOf({ kind, text, isOpen }: JsonNode): string {
  if (kind !== 'string') return text
  const quoted = JSON.stringify(text.slice(0, longestText))
  if (text.length > longestText) return `${quoted.slice(0, -1)}…"`
  return isOpen ? quoted.slice(0, -1) : quoted
}

function typeOf({ kind, text }: JsonNode): string {
  if (kind !== 'literal') return kind
  return text === 'null' ? 'null' : 'boolean'
}
