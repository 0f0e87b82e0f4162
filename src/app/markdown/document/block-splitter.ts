import { mathsFenceEnd, mathsFenceOf } from '#app/markdown/maths/maths-text.ts'
import {
  cellCount,
  closesFence,
  fenceOf,
  indentOf,
  isAtxHeading,
  isBlank,
  isFootnote,
  isQuote,
  isSetextUnderline,
  isTableDelimiter,
  isThematicBreak,
  listMarkerOf,
} from './line-kinds.ts'

/** Where raw HTML that begins on this line ends: with a line that matches, or (`blank`) at the next blank line. */
export type HtmlEnd = RegExp | 'blank'

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

const starts: readonly (readonly [RegExp, HtmlEnd])[] = [
  [/^<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i'), 'blank'],
]

const attribute = /\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?/.source
const loneTag = new RegExp(`^(?:<[a-z][a-z0-9-]*(?:${attribute})*\\s*/?>|</[a-z][a-z0-9-]*\\s*>)\\s*$`, 'i')

/** The seven ways of CommonMark 4.6 in which a line begins raw HTML; a lone tag cannot end a paragraph. */
function htmlEndOf(line: string, inParagraph: boolean): HtmlEnd | undefined {
  const text = /^ {0,3}(<.*)$/.exec(line)?.[1]
  if (text === undefined) return undefined
  const end = starts.find(([start]) => start.test(text))?.[1]
  return end ?? (!inParagraph && text.length < 1000 && loneTag.test(text) ? 'blank' : undefined)
}

/** What a stretch of markdown is; `flow` is everything that is neither code, list nor table. */
export type SpanKind = 'code' | 'list' | 'table' | 'flow'

/** A stretch of lines that parses alone just as it does within the whole. */
export interface SourceSpan {
  kind: SpanKind
  source: string
}

/**
 * Where the lines so far leave us.
 * `paragraph`: plain text that the next line may continue. `quote`, `table`: the same, inside one.
 * `container`: a list or footnote, which indented lines continue even after a blank one.
 * `doubt`: one of several; only what closes all of them ends it.
 */
type Mode = 'none' | 'paragraph' | 'quote' | 'table' | 'indented' | 'container' | 'doubt' | 'stuck' | 'fence' | 'html'

/**
 * Splits markdown into stretches, line by line, looking at each line once. It only splits where nothing that follows
 * could change what came before (link definitions and footnotes aside); where it is not sure, it does not split.
 */
export function createBlockSplitter(onStretch: (stretch: SourceSpan) => void) {
  /** The lines that are open, each with its ending; and the few of them that decide about the next. */
  let source = ''
  let first = ''
  let before = ''
  let last = ''
  let count = 0
  let mode: Mode = 'none'
  let kind: SpanKind = 'flow'
  /** Whether a line ends the code or maths that is open. */
  let endsFence: (line: string) => boolean = () => false
  let htmlEnd: HtmlEnd | undefined
  /** From which column a line belongs to the list item or footnote that is open. */
  let contentColumn = 0
  /** What the items of the list that is open have in common. */
  let itemType: string | undefined
  let afterBlank = false

  function push(line: string) {
    source += `${line}\n`
    if (count === 0) first = line
    before = last
    last = line
    count += 1
  }

  function close(text = source) {
    if (count > 0) onStretch({ kind, source: text })
    source = ''
    last = ''
    count = 0
    mode = 'none'
    kind = 'flow'
    afterBlank = false
  }

  /** Takes a line that begins something at the top level, where nothing is open any more. */
  function begin(line: string) {
    close()
    push(line)
    const marker = listMarkerOf(line)
    const fenceEnd = fenceEndOf(line)
    htmlEnd = htmlEndOf(line, false)
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
      contentColumn = marker.content
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
    mode = endsHere ? 'doubt' : 'html'
  }

  /** Whether the line stands outside of everything that is open, if no paragraph goes on in it. */
  function isOutside(line: string): boolean {
    return indentOf(line) < (mode === 'container' ? contentColumn : mode === 'doubt' ? 1 : 4) && indentOf(line) < 4
  }

  /** Whether the line begins something of its own although no blank line stands before it. */
  function interrupts(line: string): boolean {
    if (!isOutside(line)) return false
    // micromark takes a marker after indented code for text where a paragraph would.
    if (mode === 'indented') return listMarkerOf(line)?.interrupts !== false
    if (fenceEndOf(line) || isFootnote(line) || isAtxHeading(line) || htmlEndOf(line, true)) return true
    if (mode === 'container' || mode === 'doubt') return false
    if (isThematicBreak(line) && (mode === 'table' || (mode === 'paragraph' && !isSetextUnderline(line)))) return true
    return listMarkerOf(line)?.interrupts === true || (mode !== 'quote' && isQuote(line))
  }

  /** Whether the line begins a stretch of its own; otherwise it belongs to what is open. */
  function beginsAnew(line: string): boolean {
    if (mode === 'fence' || mode === 'html' || mode === 'stuck') return false
    const marker = listMarkerOf(line)
    const isOtherList = mode === 'container' && isOutside(line) && marker !== undefined && marker.type !== itemType
    if (!afterBlank) return interrupts(line) || (isOtherList && marker.interrupts)
    const indent = indentOf(line)
    if (mode === 'container' || mode === 'doubt') return isOtherList || (indent === 0 && marker === undefined)
    return indent < 4 && !(mode === 'indented' && marker?.interrupts === false)
  }

  function continueAfterBlank(line: string) {
    afterBlank = false
    push(line)
    const marker = mode === 'container' && isOutside(line) ? listMarkerOf(line) : undefined
    if (marker) contentColumn = marker.content
    else if (mode !== 'container' || isOutside(line)) fallInto(line)
  }

  /** We no longer know what is open: from here on only what closes everything splits. */
  function fallInto(line: string) {
    mode = mode === 'stuck' || opensAnything(line) ? 'stuck' : 'doubt'
    kind = 'flow'
  }

  /** Fences and HTML hide what follows them, and in doubt we cannot tell where they end. */
  function opensAnything(line: string): boolean {
    const text = line.trimStart()
    return fenceEndOf(text) !== undefined || htmlEndOf(text, false) !== undefined
  }

  function continueWithin(line: string) {
    const marker = listMarkerOf(line)
    push(line)
    if (mode !== 'paragraph' && isOutside(line) && htmlEndOf(line, false)) {
      // Whether a lone tag begins HTML depends on whether a paragraph is open further in.
      mode = 'stuck'
      kind = 'flow'
    } else if (mode === 'container') {
      if (!isOutside(line)) return
      if (marker?.type === itemType) contentColumn = marker?.content ?? contentColumn
      else fallInto(line)
    } else if (mode === 'paragraph') continueParagraph(line)
    else if (marker || indentOf(line) >= 4 || (mode === 'doubt' && opensAnything(line))) fallInto(line)
  }

  function continueParagraph(line: string) {
    if (isTableDelimiter(line) && indentOf(before) < 4 && cellCount(before) === cellCount(line)) {
      mode = before.trimStart().startsWith('<') ? 'stuck' : 'table'
      kind = count === 2 && mode === 'table' ? 'table' : 'flow'
    } else if (isSetextUnderline(line)) {
      // After nothing but link definitions it is no underline.
      if (first.trimStart().startsWith('[')) mode = 'doubt'
      else close()
    }
  }

  return {
    /** Takes the next whole line, without its ending. */
    takeLine(line: string) {
      if (mode === 'fence') {
        push(line)
        if (endsFence(line)) close()
      } else if (mode === 'html') {
        push(line)
        if (htmlEnd === 'blank' ? isBlank(line) : htmlEnd?.test(line)) {
          if (htmlEnd === 'blank') close()
          else mode = 'doubt'
        }
      } else if (isBlank(line)) {
        // An item that begins with a blank line is empty, and over.
        if (mode === 'container' && /^[ ]*(?:[-+*]|\d+[.)])[ \t]*$/.test(last)) fallInto('')
        if (mode !== 'none') push(line)
        afterBlank = true
      } else if (mode === 'none' || beginsAnew(line)) begin(line)
      else if (mode === 'stuck') push(line)
      else if (afterBlank) continueAfterBlank(line)
      else continueWithin(line)
    },
    /**
     * What is still open, with the part of a line that has come so far. Where that part begins something of its own, what
     * stands before it is over, and both are given.
     */
    open(partialLine: string): SourceSpan[] {
      const isOwn = count > 0 && !isBlank(partialLine) && beginsAnew(partialLine)
      if (isOwn || count === 0) {
        return [...(isOwn ? [{ kind, source }] : []), { kind: kindOf(partialLine), source: partialLine }]
      }
      return [{ kind, source: source + partialLine }]
    },
    /** Says that the text is over. */
    end: () => close(source.slice(0, -1)),
  }
}

function kindOf(firstLine: string): SpanKind {
  if (fenceOf(firstLine)) return 'code'
  return listMarkerOf(firstLine) ? 'list' : 'flow'
}

/** Where the line opens code or maths: what tells the line that ends it. */
function fenceEndOf(opening: string): ((line: string) => boolean) | undefined {
  const fence = fenceOf(opening)
  if (fence) return (line) => closesFence(line, fence)
  const maths = mathsFenceOf(opening)
  return maths && ((line) => mathsFenceEnd(line, maths) !== undefined)
}
