import { type StreamParser, StringStream } from '@codemirror/streamparser'

/** The kinds of highlighted code. Few on purpose: replies are read, not edited. */
export type SyntaxKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'inserted' | 'deleted'

const kinds = new Map<string, SyntaxKind>(
  Object.entries({
    keyword: 'keyword',
    controlKeyword: 'keyword',
    modifier: 'keyword',
    tag: 'keyword',
    self: 'keyword',
    string: 'string',
    'string-2': 'string',
    character: 'string',
    link: 'string',
    number: 'number',
    integer: 'number',
    unit: 'number',
    atom: 'number',
    comment: 'comment',
    quote: 'comment',
    def: 'name',
    type: 'name',
    typeName: 'name',
    builtin: 'name',
    attribute: 'name',
    property: 'name',
    propertyName: 'name',
    qualifier: 'name',
    macroName: 'name',
    meta: 'name',
    header: 'name',
    inserted: 'inserted',
    deleted: 'deleted',
  } satisfies Record<string, SyntaxKind>),
)

/** Maps a grammar's style, such as `string.special` or `error deleted`, to a kind; undefined for plain text. */
function syntaxKind(style: string | null | undefined): SyntaxKind | undefined {
  if (!style) return undefined
  for (const part of style.split(/[ .]/u)) {
    const kind = kinds.get(part)
    if (kind !== undefined) return kind
  }
  return undefined
}

/** Tokenizes one line after another, carrying state between them. */
export type Grammar = StreamParser<unknown>

export interface Piece {
  readonly kind: SyntaxKind | undefined
  readonly text: string
}

/** Grammars run regular expressions over the rest of a line. Longer lines (minified code, data) stay plain. */
const maxLineLength = 2_000
const tabSize = 4
const indentUnit = 2

/** A grammar's state at the start of a text. */
export function startState(grammar: Grammar): unknown {
  return grammar.startState?.(indentUnit) ?? {}
}

/** A copy of the state, so that highlighting another line doesn't change the original. */
export function copyState(grammar: Grammar, state: unknown): unknown {
  if (grammar.copyState) return grammar.copyState(state)
  const entries = Object.entries(state ?? {}).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? value.slice() : value,
  ])
  return Object.fromEntries(entries)
}

/**
 * Highlights a line (without its newline) and advances `state` to the next. Neighbors of one kind are joined. Throws if
 * the grammar throws or doesn't advance.
 */
export function highlightLine(line: string, grammar: Grammar, state: unknown): Piece[] {
  if (line === '') grammar.blankLine?.(state, indentUnit)
  if (line === '' || line.length > maxLineLength) return line === '' ? [] : [{ kind: undefined, text: line }]
  const stream = new StringStream(line, tabSize, indentUnit)
  const pieces: Piece[] = []
  while (!stream.eol()) {
    const kind = syntaxKind(readToken(stream, grammar, state))
    const text = stream.current()
    const last = pieces.at(-1)
    // Whitespace has no color, so it joins the piece before it.
    if (last && (last.kind === kind || text.trim() === '')) {
      pieces[pieces.length - 1] = { kind: last.kind, text: last.text + text }
    } else {
      pieces.push({ kind, text })
    }
  }
  return pieces
}

function readToken(stream: StringStream, grammar: Grammar, state: unknown): string | null | undefined {
  stream.start = stream.pos
  // A grammar may change state without advancing, but one that keeps doing so would loop forever.
  for (let attempt = 0; attempt < 10; attempt++) {
    const style = grammar.token(stream, state)
    if (stream.pos > stream.start) return style
  }
  throw new Error('The grammar did not advance')
}
