import type { Stretch } from './block-splitter.ts'
import { isTooCostly } from './cost.ts'
import { fenceOf } from './line-kinds.ts'
import { settleInline } from './settle-inline.ts'

/**
 * The text of a block that is still being written, such that half a mark neither shows as a mark nor breaks the
 * layout: what may yet become syntax is held back, and what has been opened is closed.
 */
export function settle({ kind, source }: Stretch): string {
  // What is too costly to format is shown as it was written, marks and all.
  if (kind === 'flow' && isTooCostly(source)) return source
  const cut = source.lastIndexOf('\n') + 1
  const lastLine = source.slice(cut)
  if (kind === 'code') return isPartOfFence(source, lastLine) ? source.slice(0, cut) : source
  // Underlines, fences, rules and list markers are all made of marks; which, only the rest of the line tells.
  if (/^[ \t]*(?:[-+*=_#>|`~:.$ \t]+|\d{1,9}[.)]?|[-+*][ \t]+\[[ xX]?\]?)$/.test(lastLine)) {
    return settleInline(source.slice(0, cut))
  }
  if (kind === 'table') return source.slice(0, cut) + settleInline(lastLine)
  return settleInline(holdBackRow(source))
}

/** The last line could be the first row of a table, which only the line under it tells. */
function holdBackRow(source: string): string {
  const text = source.trimEnd()
  const cut = text.lastIndexOf('\n') + 1
  return /^[ \t]*\|/.test(text.slice(cut)) && !source.slice(0, cut).includes('|') ? source.slice(0, cut) : source
}

function isPartOfFence(source: string, lastLine: string): boolean {
  if (!source.includes('\n')) return false
  const fence = fenceOf(source.slice(0, source.indexOf('\n')))
  const marks = lastLine.trim()
  return fence !== undefined && marks !== '' && marks === fence.marker.repeat(marks.length)
}
