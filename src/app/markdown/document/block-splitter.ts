import { findMathsEnd, parseMathsFence } from '#app/markdown/maths/maths-text.ts'
import {
  countCells,
  closesFence,
  parseFence,
  indentOf,
  isAtxHeading,
  isBlank,
  isFootnote,
  isQuote,
  isSetextUnderline,
  isTableDelimiter,
  isThematicBreak,
  parseListMarker,
} from './line-kinds.ts'

/** Where an HTML block ends: at a line that matches, or (`blank`) at the next blank line. */
export type HtmlEnd = RegExp | 'blank'

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

const htmlStarts: readonly (readonly [RegExp, HtmlEnd])[] = [
  [/^<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i'), 'blank'],
]

const attribute = /\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?/.source
const loneTag = new RegExp(`^(?:<[a-z][a-z0-9-]*(?:${attribute})*\\s*/?>|</[a-z][a-z0-9-]*\\s*>)\\s*$`, 'i')

/** The seven start conditions of HTML blocks in CommonMark 4.6. A lone tag can't interrupt a paragraph. */
function findHtmlEnd(line: string, inParagraph: boolean): HtmlEnd | undefined {
  const text = /^ {0,3}(<.*)$/.exec(line)?.[1]
  if (text === undefined) return undefined
  const end = htmlStarts.find(([start]) => start.test(text))?.[1]
  return end ?? (!inParagraph && text.length < 1000 && loneTag.test(text) ? 'blank' : undefined)
}

/** The kind of a span; `flow` is everything that isn't code, a list or a table. */
export type SpanKind = 'code' | 'list' | 'table' | 'flow'

/** Consecutive lines that parse the same alone as within the whole text. */
export interface SourceSpan {
  kind: SpanKind
  source: string
}

/**
 * What the lines so far have left open. `paragraph`: text that the next line may continue. `quote`, `table`: the same,
 * inside one. `container`: a list or footnote, which indented lines continue even after a blank line. `uncertain`: one
 * of several; ends at what would close all of them. `opaque`: like `uncertain`, but possibly inside code or HTML, where
 * nothing is recognized any more.
 */
type Mode =
  | 'none'
  | 'paragraph'
  | 'quote'
  | 'table'
  | 'indented'
  | 'container'
  | 'uncertain'
  | 'opaque'
  | 'fence'
  | 'html'

/**
 * Splits Markdown into spans, looking at each line once. It only splits where no later text could change what came
 * before (except link definitions and footnotes). When in doubt, it does not split.
 */
export function createBlockSplitter(onSpan: (span: SourceSpan) => void) {
  /** The open lines with their endings, and those that decide how the next line is read. */
  let source = ''
  let first = ''
  let previous = ''
  let last = ''
  let count = 0
  let mode: Mode = 'none'
  let kind: SpanKind = 'flow'
  /** Whether a line closes the open code or maths block. */
  let endsFence: (line: string) => boolean = () => false
  let htmlEnd: HtmlEnd | undefined
  /** Lines indented to this column belong to the open list item or footnote. */
  let contentColumn = 0
  /** The marker type that the items of the open list share. */
  let itemType: string | undefined
  let afterBlank = false

  function push(line: string) {
    source += `${line}\n`
    if (count === 0) first = line
    previous = last
    last = line
    count += 1
  }

  function close(text = source) {
    if (count > 0) onSpan({ kind, source: text })
    source = ''
    last = ''
    count = 0
    mode = 'none'
    kind = 'flow'
    afterBlank = false
  }

  /** Handles a line that begins a top-level block when nothing is open. */
  function begin(line: string) {
    close()
    push(line)
    const marker = parseListMarker(line)
    const fenceEnd = findFenceEnd(line)
    htmlEnd = findHtmlEnd(line, false)
    kind = kindOf(line)
    if (fenceEnd) {
      mode = 'fence'
      endsFence = fenceEnd
    } else if (isAtxHeading(line) || isThematicBreak(line)) {
      close()
    } else if (isFootnote(line)) {
      mode = 'container'
      contentColumn = 4
      itemType = undefined
    } else if (marker) {
      mode = 'container'
      contentColumn = marker.contentColumn
      itemType = marker.type
    } else if (htmlEnd) {
      enterHtml(line)
    } else if (indentOf(line) >= 4) {
      mode = 'indented'
    } else {
      mode = isQuote(line) ? 'quote' : 'paragraph'
    }
  }

  function enterHtml(line: string) {
    const endsHere = htmlEnd instanceof RegExp && htmlEnd.test(line.replace(/^ *<!--/, ''))
    mode = endsHere ? 'uncertain' : 'html'
  }

  /** Whether the line is outside every open block, unless it continues a paragraph in one. */
  function isOutside(line: string): boolean {
    return indentOf(line) < (mode === 'container' ? contentColumn : mode === 'uncertain' ? 1 : 4) && indentOf(line) < 4
  }

  /** Whether the line begins a new block without a blank line before it. */
  function interrupts(line: string): boolean {
    if (!isOutside(line)) return false
    // After indented code, micromark treats a marker as text exactly where it would in a paragraph.
    if (mode === 'indented') return parseListMarker(line)?.canInterrupt !== false
    if (findFenceEnd(line) || isFootnote(line) || isAtxHeading(line) || findHtmlEnd(line, true)) return true
    if (mode === 'container' || mode === 'uncertain') return false
    if (isThematicBreak(line) && (mode === 'table' || (mode === 'paragraph' && !isSetextUnderline(line)))) return true
    return parseListMarker(line)?.canInterrupt === true || (mode !== 'quote' && isQuote(line))
  }

  /** Whether the line begins a new span. Otherwise it belongs to the open one. */
  function startsSpan(line: string): boolean {
    if (mode === 'fence' || mode === 'html' || mode === 'opaque') return false
    const marker = parseListMarker(line)
    const isOtherList = mode === 'container' && isOutside(line) && marker !== undefined && marker.type !== itemType
    if (!afterBlank) return interrupts(line) || (isOtherList && marker.canInterrupt)
    const indent = indentOf(line)
    if (mode === 'container' || mode === 'uncertain') return isOtherList || (indent === 0 && marker === undefined)
    return indent < 4 && !(mode === 'indented' && marker?.canInterrupt === false)
  }

  function continueAfterBlank(line: string) {
    afterBlank = false
    push(line)
    const marker = mode === 'container' && isOutside(line) ? parseListMarker(line) : undefined
    if (marker) contentColumn = marker.contentColumn
    else if (mode !== 'container' || isOutside(line)) becomeUncertain(line)
  }

  /** What is open is no longer known. From here on, only a line that closes everything splits. */
  function becomeUncertain(line: string) {
    mode = mode === 'opaque' || mayHideLines(line) ? 'opaque' : 'uncertain'
    kind = 'flow'
  }

  /** Code fences and HTML hide the lines after them, and while uncertain it is unknown where they end. */
  function mayHideLines(line: string): boolean {
    const text = line.trimStart()
    return findFenceEnd(text) !== undefined || findHtmlEnd(text, false) !== undefined
  }

  function continueSpan(line: string) {
    const marker = parseListMarker(line)
    push(line)
    if (mode !== 'paragraph' && isOutside(line) && findHtmlEnd(line, false)) {
      // Whether a lone tag begins HTML depends on whether a paragraph is open in a nested block.
      mode = 'opaque'
      kind = 'flow'
    } else if (mode === 'container') {
      if (!isOutside(line)) return
      if (marker?.type === itemType) contentColumn = marker?.contentColumn ?? contentColumn
      else becomeUncertain(line)
    } else if (mode === 'paragraph') continueParagraph(line)
    else if (marker || indentOf(line) >= 4 || (mode === 'uncertain' && mayHideLines(line))) becomeUncertain(line)
  }

  function continueParagraph(line: string) {
    if (isTableDelimiter(line) && indentOf(previous) < 4 && countCells(previous) === countCells(line)) {
      mode = previous.trimStart().startsWith('<') ? 'opaque' : 'table'
      kind = count === 2 && mode === 'table' ? 'table' : 'flow'
    } else if (isSetextUnderline(line)) {
      // After only link definitions it isn't an underline.
      if (first.trimStart().startsWith('[')) mode = 'uncertain'
      else close()
    }
  }

  return {
    /** Adds the next complete line, without its ending. */
    addLine(line: string) {
      if (mode === 'fence') {
        push(line)
        if (endsFence(line)) close()
      } else if (mode === 'html') {
        push(line)
        if (htmlEnd === 'blank' ? isBlank(line) : htmlEnd?.test(line)) {
          if (htmlEnd === 'blank') close()
          else mode = 'uncertain'
        }
      } else if (isBlank(line)) {
        // An item that begins with a blank line is empty and ends there.
        if (mode === 'container' && /^[ ]*(?:[-+*]|\d+[.)])[ \t]*$/.test(last)) becomeUncertain('')
        if (mode !== 'none') push(line)
        afterBlank = true
      } else if (mode === 'none' || startsSpan(line)) begin(line)
      else if (mode === 'opaque') push(line)
      else if (afterBlank) continueAfterBlank(line)
      else continueSpan(line)
    },
    /** The open span plus the partial last line. If the partial line begins a new span, both spans are returned. */
    open(partialLine: string): SourceSpan[] {
      const isNewSpan = count > 0 && !isBlank(partialLine) && startsSpan(partialLine)
      if (isNewSpan || count === 0) {
        return [...(isNewSpan ? [{ kind, source }] : []), { kind: kindOf(partialLine), source: partialLine }]
      }
      return [{ kind, source: source + partialLine }]
    },
    /** Call at the end of the text. */
    end: () => close(source.slice(0, -1)),
  }
}

function kindOf(firstLine: string): SpanKind {
  if (parseFence(firstLine)) return 'code'
  return parseListMarker(firstLine) ? 'list' : 'flow'
}

/** A test for the closing line if this line opens code or maths. */
function findFenceEnd(opening: string): ((line: string) => boolean) | undefined {
  const fence = parseFence(opening)
  if (fence) return (line) => closesFence(line, fence)
  const maths = parseMathsFence(opening)
  return maths && ((line) => findMathsEnd(line, maths) !== undefined)
}
