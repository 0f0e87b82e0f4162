import { Composer, type Document, isScalar, LineCounter, Lexer, Parser, visit } from 'yaml'
import { isShallow, parseJson } from '#contract/json.ts'

/** Longer texts, in characters, are refused: the page is blocked while YAML is parsed, about a second for a million. */
const longestText = 1_000_000
const mostTokens = 500_000
/** The parser's time grows with the cube of the depth. No configuration nests this deeply. */
const deepest = 100
/** Aliases of aliases count as often as they are expanded. */
const mostAliases = 1_000
/** Values with all aliases expanded, each text counting with its length. */
const largestValue = 10_000_000
const tooManyAliases = 'This file is too large once its aliases are expanded. Use fewer aliases.'

const severalDocuments = 'This file contains several YAML documents. Split it, and import each separately.'

/** A parsed text: its JSON value, and the lines of what was ignored in it. */
export interface ParsedYaml {
  value: unknown
  warnings: string[]
}

/**
 * Parses YAML or JSON of unknown origin within bounded time and memory. `problem` says what is wrong, with the line for
 * invalid YAML. Tags other than those of the core schema are ignored, with a warning.
 */
export function parseYaml(text: string): ParsedYaml | { problem: string } {
  if (text.length > longestText)
    return { problem: 'This file is larger than 1 MB. Import its tests as a CSV or JSONL file instead.' }
  const json = parseJson(text)
  if (json !== undefined)
    return isShallow(json, deepest)
      ? { value: json, warnings: [] }
      : { problem: 'This file nests too deeply. Simplify it.' }
  try {
    return parseDocument(text)
  } catch (error) {
    // Invalid YAML; the library also throws for aliases of unknown anchors, and for too many.
    const message = error instanceof Error ? error.message : 'It can’t be read'
    return {
      problem: message.startsWith('Excessive alias')
        ? tooManyAliases
        : `This isn’t valid YAML${error instanceof SyntaxError ? '. ' : ': '}${message}.`,
    }
  }
}

function parseDocument(text: string): ParsedYaml | { problem: string } {
  const lines = new LineCounter()
  lines.addNewLine(0)
  const lineOf = (offset: number) => lines.linePos(offset).line
  let first: string | undefined
  const fail = (offset: number, message: string) => {
    // The library catches errors while composing a node, and reports them again for the node around it.
    first ??= `Correct line ${lineOf(offset)}: ${message}`
    throw new SyntaxError(first)
  }
  const parser = new Parser(lines.addNewLine)
  // Looking for repeated keys takes quadratic time; `repeatedKey` takes linear time.
  const composer = new Composer({ merge: true, uniqueKeys: false })
  // Stops at the first error. Collecting those of a hostile file, each with a stack, would take seconds.
  const warnings: string[] = []
  Object.assign(composer, {
    onError(source: ErrorSource, _: string, message: string, isWarning?: boolean) {
      if (!isWarning) fail(offsetOf(source), message)
      warnings.push(`Line ${lineOf(offsetOf(source))} was read as plain YAML: ${message}.`)
    },
  })
  const documents: Document.Parsed[] = []
  let tokens = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') fail(token.offset, token.message)
      documents.push(...composer.next(token))
    }
    tokens += 1
    if (documents.length > 1) return { problem: severalDocuments }
    if (parser.stack.length > deepest)
      return { problem: `This file nests too deeply in line ${lineOf(parser.offset)}. Simplify it.` }
    if (tokens > mostTokens)
      return { problem: 'This file is too large. Import its tests as a CSV or JSONL file instead.' }
  }
  for (const token of parser.end()) documents.push(...composer.next(token))
  documents.push(...composer.end(true, text.length))

  const [document, second] = documents
  if (!document || second) return { problem: severalDocuments }
  const [error] = document.errors
  if (error) fail(error.pos[0], error.message)
  const repeated = repeatedKey(document)
  if (repeated)
    return {
      problem: `“${repeated.name}” exists twice. Remove one, for example that in line ${lineOf(repeated.offset)}.`,
    }
  const value: unknown = document.toJS({ maxAliasCount: mostAliases })
  if (!isSmall(value)) return { problem: tooManyAliases }
  return { value, warnings }
}

/** Where the library found an error: an offset, a range or a token. */
type ErrorSource = number | readonly [number, ...number[]] | { offset: number }

function offsetOf(source: ErrorSource): number {
  if (typeof source === 'number') return source
  return 'offset' in source ? source.offset : source[0]
}

function repeatedKey(document: Document.Parsed): { name: string; offset: number } | undefined {
  let found: { name: string; offset: number } | undefined
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        // `<<` merges other members, also several times.
        if (names.has(key.value) && key.value !== '<<') {
          found = { name: String(key.value), offset: key.range?.[0] ?? 0 }
          return visit.BREAK
        }
        names.add(key.value)
      }
      return undefined
    },
  })
  return found
}

/** Whether a value, with all that it contains more than once, stays within the limits of size and depth. */
function isSmall(root: unknown): boolean {
  let left = largestValue
  const visitValue = (value: unknown, levels: number): boolean => {
    left -= typeof value === 'string' ? value.length + 1 : 1
    if (left < 0) return false
    if (typeof value !== 'object' || value === null) return true
    return levels > 0 && Object.values(value).every((each) => visitValue(each, levels - 1))
  }
  return visitValue(root, deepest)
}
