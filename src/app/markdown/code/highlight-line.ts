import { type StreamParser, StringStream } from '@codemirror/streamparser'

/** What a piece of code can be. Few on purpose: a reply is read, not edited, and colour is for finding one's place. */
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

/** The kind of a grammar's style, such as `string.special` or `error deleted`; undefined for plain text. */
function syntaxKind(style: string | null | undefined): SyntaxKind | undefined {
  if (!style) return undefined
  for (const part of style.split(/[ .]/u)) {
    const kind = kinds.get(part)
    if (kind !== undefined) return kind
  }
  return undefined
}

/** Reads one line after another, carrying a state from each to the next. */
export type Grammar = StreamParser<unknown>

export interface Piece {
  readonly kind: SyntaxKind | undefined
  readonly text: string
}

/** Grammars are regular expressions over the rest of a line: past this length (minified code, data) it stays plain. */
const longestLine = 2_000
const tabSize = 4
const indentUnit = 2

/** The state that a grammar begins a text with. */
export function startState(grammar: Grammar): unknown {
  return grammar.startState?.(indentUnit) ?? {}
}

/** A copy that a later line can change without changing this one. */
export function copyState(grammar: Grammar, state: unknown): unknown {
  if (grammar.copyState) return grammar.copyState(state)
  const entries = Object.entries(state ?? {}).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? value.slice() : value,
  ])
  return Object.fromEntries(entries)
}

/**
 * The pieces of a line (given without its newline), neighbours of one kind joined; the state moves on to the next line.
 * Throws where the grammar does, or where it stands still.
 */
export function highlightLine(line: string, grammar: Grammar, state: unknown): Piece[] {
  if (line === '') grammar.blankLine?.(state, indentUnit)
  if (line === '' || line.length > longestLine) return line === '' ? [] : [{ kind: undefined, text: line }]
  const stream = new StringStream(line, tabSize, indentUnit)
  const pieces: Piece[] = []
  while (!stream.eol()) {
    const kind = syntaxKind(readToken(stream, grammar, state))
    const text = stream.current()
    const last = pieces.at(-1)
    // Space has no colour: it goes with whatever stands before it.
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
  // A grammar may change its state without moving, but one that keeps at it would never end.
  for (let attempt = 0; attempt < 10; attempt++) {
    const style = grammar.token(stream, state)
    if (stream.pos > stream.start) return style
  }
  throw new Error('A grammar stood still')
}
