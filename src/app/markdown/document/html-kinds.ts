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
export function htmlEndOf(line: string, inParagraph: boolean): HtmlEnd | undefined {
  const text = /^ {0,3}(<.*)$/.exec(line)?.[1]
  if (text === undefined) return undefined
  const end = starts.find(([start]) => start.test(text))?.[1]
  return end ?? (!inParagraph && text.length < 1000 && loneTag.test(text) ? 'blank' : undefined)
}
