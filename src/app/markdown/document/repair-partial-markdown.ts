import type { SourceSpan } from './block-splitter.ts'
import { isTooComplex } from './block.ts'
import { parseFence } from './line-kinds.ts'

/** Delimiters with identical opening and closing marks, longest first. */
const emphasis = ['***', '**', '~~', '__', '*', '_'] as const

/**
 * Closes the open inline marks of a partial text. Reads only the last paragraph, since inline syntax can't cross a
 * blank line.
 */
function repairInline(source: string): string {
  const start = source.lastIndexOf('\n\n') + 1
  const head = source.slice(0, start)
  return head + repairParagraph(source.slice(start))
}

function repairParagraph(text: string, isBracketDone = false): string {
  const open: string[] = []
  let bracket = -1
  let index = 0
  while (index < text.length) {
    const character = text[index]
    if (character === '\\') {
      if (index === text.length - 1) return repairParagraph(text.slice(0, index), isBracketDone)
      const maths = text[index + 1] === '(' ? '\\)' : text[index + 1] === '[' ? '\\]' : undefined
      const end = maths === undefined ? index : text.indexOf(maths, index + 2)
      if (end === -1) return closeMarks(text.slice(0, index), open)
      index = maths === undefined ? index + 2 : end + 2
    } else if (character === '`' || text.startsWith('$$', index)) {
      const run = /^(?:`+|\$\$)/.exec(text.slice(index))?.[0] ?? '`'
      const end = findRunEnd(text, index + run.length, run)
      if (end === -1) return closeMarks(closeCode(text, index, run), open)
      index = end + run.length
    } else if (character === '[' && !isBracketDone) {
      bracket = text[index - 1] === '!' ? index - 1 : index
      index += 1
    } else if (character === ']' && bracket !== -1) {
      const rest = text.slice(index + 1)
      const target = /^\([^)\n]*\)?|^\[[^\]\n]*\]?/.exec(rest)?.[0] ?? ''
      const isComplete = target !== '' && /[)\]]$/.test(target)
      if (!isComplete && index + 1 + target.length === text.length)
        return repairParagraph(dropPartialLink(text, bracket, index), true)
      bracket = -1
      index += 1 + (isComplete ? target.length : 0)
    } else if (character === '<' && /^<[a-z/!?][^>\s]*$/i.test(text.slice(index))) {
      return closeMarks(text.slice(0, index), open)
    } else {
      const mark = emphasis.find((candidate) => text.startsWith(candidate, index))
      if (mark) toggle(open, mark, text, index)
      index += mark?.length ?? 1
    }
  }
  // Only the last bracket can still become a link.
  if (bracket !== -1) return repairParagraph(dropPartialLink(text, bracket, text.length), true)
  return closeMarks(text.replace(/&#?\w*$/, ''), open)
}

/** A partial link shows its text; a partial image shows nothing. */
function dropPartialLink(text: string, bracket: number, end: number): string {
  if (text[bracket] === '!') return text.slice(0, bracket)
  return text.slice(0, bracket) + text.slice(bracket + 1, end)
}

function closeCode(text: string, index: number, run: string): string {
  const inside = text.slice(index + run.length)
  // Partial maths doesn't show what it will be; partial code already reads as code.
  if (run === '$$' || inside.trim() === '') return text.slice(0, index)
  return text.replace(/`+$/, '') + run
}

function findRunEnd(text: string, from: number, run: string): number {
  for (let end = text.indexOf(run, from); end !== -1; end = text.indexOf(run, end + 1)) {
    if (run === '$$' || (text[end - 1] !== '`' && text[end + run.length] !== '`')) return end
    while (text[end + 1] === '`') end += 1
  }
  return -1
}

function toggle(open: string[], mark: string, text: string, index: number) {
  const before = text[index - 1] ?? ' '
  const after = text[index + mark.length] ?? ''
  if (open.at(-1) === mark && !/\s/.test(before)) open.pop()
  else if (after !== '' && /\s/.test(after)) return
  else if (mark.startsWith('_') && /\w/.test(before)) return
  else open.push(mark)
}

/** Closes the open marks. A mark with nothing after it is removed instead. */
function closeMarks(text: string, open: readonly string[]): string {
  let shown = text.replace(/[ \t]+$/, '')
  for (const mark of open.toReversed()) {
    if (shown.endsWith(mark)) shown = shown.slice(0, -mark.length).replace(/[ \t]+$/, '')
    else shown += mark
  }
  return shown
}

/**
 * Repairs the source of a block that is still being written, so that half-typed syntax never shows or breaks the
 * layout: possible syntax at the end is held back, and open marks are closed.
 */
export function repairPartialMarkdown({ kind, source }: SourceSpan): string {
  // Too complex to format, so it is shown unchanged.
  if (kind === 'flow' && isTooComplex(source)) return source
  const lineStart = source.lastIndexOf('\n') + 1
  const lastLine = source.slice(lineStart)
  if (kind === 'code') return isPartOfFence(source, lastLine) ? source.slice(0, lineStart) : source
  // Only marks so far: the rest of the line decides whether it is an underline, fence, rule or list marker.
  if (/^[ \t]*(?:[-+*=_#>|`~:.$ \t]+|\d{1,9}[.)]?|[-+*][ \t]+\[[ xX]?\]?)$/.test(lastLine)) {
    return repairInline(source.slice(0, lineStart))
  }
  if (kind === 'table') return source.slice(0, lineStart) + repairInline(lastLine)
  return repairInline(holdBackTableHead(source))
}

/** Holds back a last line that may turn out to be the head of a table. */
function holdBackTableHead(source: string): string {
  const text = source.trimEnd()
  const lineStart = text.lastIndexOf('\n') + 1
  return /^[ \t]*\|/.test(text.slice(lineStart)) && !source.slice(0, lineStart).includes('|')
    ? source.slice(0, lineStart)
    : source
}

function isPartOfFence(source: string, lastLine: string): boolean {
  if (!source.includes('\n')) return false
  const fence = parseFence(source.slice(0, source.indexOf('\n')))
  const marks = lastLine.trim()
  return fence !== undefined && marks !== '' && marks === fence.marker.repeat(marks.length)
}
