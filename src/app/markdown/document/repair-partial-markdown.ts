import type { SourceSpan } from './block-splitter.ts'
import { isTooCostly } from './block.ts'
import { fenceOf } from './line-kinds.ts'

/** Marks that open and close alike, longest first. */
const emphasis = ['***', '**', '~~', '__', '*', '_'] as const

/**
 * Closes what is open in a text that is still being written. It reads the last paragraph only, since nothing inline
 * reaches across a blank line.
 */
function settleInline(source: string): string {
  const start = source.lastIndexOf('\n\n') + 1
  const head = source.slice(0, start)
  return head + settleParagraph(source.slice(start))
}

function settleParagraph(text: string, bracketsSettled = false): string {
  const open: string[] = []
  let bracket = -1
  let at = 0
  while (at < text.length) {
    const character = text[at]
    if (character === '\\') {
      if (at === text.length - 1) return settleParagraph(text.slice(0, at), bracketsSettled)
      const maths = text[at + 1] === '(' ? '\\)' : text[at + 1] === '[' ? '\\]' : undefined
      const end = maths === undefined ? at : text.indexOf(maths, at + 2)
      if (end === -1) return closed(text.slice(0, at), open)
      at = maths === undefined ? at + 2 : end + 2
    } else if (character === '`' || text.startsWith('$$', at)) {
      const run = /^(?:`+|\$\$)/.exec(text.slice(at))?.[0] ?? '`'
      const end = endOfRun(text, at + run.length, run)
      if (end === -1) return closed(unfinishedCode(text, at, run), open)
      at = end + run.length
    } else if (character === '[' && !bracketsSettled) {
      bracket = text[at - 1] === '!' ? at - 1 : at
      at += 1
    } else if (character === ']' && bracket !== -1) {
      const rest = text.slice(at + 1)
      const target = /^\([^)\n]*\)?|^\[[^\]\n]*\]?/.exec(rest)?.[0] ?? ''
      const isWhole = target !== '' && /[)\]]$/.test(target)
      if (!isWhole && at + 1 + target.length === text.length)
        return settleParagraph(withoutBracket(text, bracket, at), true)
      bracket = -1
      at += 1 + (isWhole ? target.length : 0)
    } else if (character === '<' && /^<[a-z/!?][^>\s]*$/i.test(text.slice(at))) {
      return closed(text.slice(0, at), open)
    } else {
      const mark = emphasis.find((each) => text.startsWith(each, at))
      if (mark) toggle(open, mark, text, at)
      at += mark?.length ?? 1
    }
  }
  // Only the last one can still become a link.
  if (bracket !== -1) return settleParagraph(withoutBracket(text, bracket, text.length), true)
  return closed(text.replace(/&#?\w*$/, ''), open)
}

/** A link of which not all is there shows its text; an image shows nothing yet. */
function withoutBracket(text: string, bracket: number, end: number): string {
  if (text[bracket] === '!') return text.slice(0, bracket)
  return text.slice(0, bracket) + text.slice(bracket + 1, end)
}

function unfinishedCode(text: string, at: number, run: string): string {
  const inside = text.slice(at + run.length)
  // Maths half there is no sign of what it will be; code half there is code.
  if (run === '$$' || inside.trim() === '') return text.slice(0, at)
  return text.replace(/`+$/, '') + run
}

function endOfRun(text: string, from: number, run: string): number {
  for (let end = text.indexOf(run, from); end !== -1; end = text.indexOf(run, end + 1)) {
    if (run === '$$' || (text[end - 1] !== '`' && text[end + run.length] !== '`')) return end
    while (text[end + 1] === '`') end += 1
  }
  return -1
}

function toggle(open: string[], mark: string, text: string, at: number) {
  const before = text[at - 1] ?? ' '
  const after = text[at + mark.length] ?? ''
  if (open.at(-1) === mark && !/\s/.test(before)) open.pop()
  else if (after !== '' && /\s/.test(after)) return
  else if (mark.startsWith('_') && /\w/.test(before)) return
  else open.push(mark)
}

/** Closes the marks that are open; one with nothing after it is taken away instead. */
function closed(text: string, open: readonly string[]): string {
  let shown = text.replace(/[ \t]+$/, '')
  for (const mark of open.toReversed()) {
    if (shown.endsWith(mark)) shown = shown.slice(0, -mark.length).replace(/[ \t]+$/, '')
    else shown += mark
  }
  return shown
}

/**
 * The text of a block that is still being written, such that half a mark neither shows as a mark nor breaks the
 * layout: what may yet become syntax is held back, and what has been opened is closed.
 */
export function repairPartialMarkdown({ kind, source }: SourceSpan): string {
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
