import type { ChatRequestBody } from '#app/data/calls/chat-stream.ts'
import { indentJson, rawElements, rawMembers, writtenMembers } from '#contract/raw-json.ts'

/** A request to be written as code. The key is never part of it: code reads it from the environment. */
export interface CodeRequest {
  /** Where the interface is, with its version and no slash at the end: `https://example.org/v1`. */
  baseUrl: string
  /** Without `stream`, which is said apart. */
  body: ChatRequestBody
  stream: boolean
  /** JSON in which fields of the body were written, with digits that their values may have lost. */
  rawJson?: string
}

/** The variable of the environment that holds the key, in every example. */
export const keyVariable = 'PARLEY_KEY'

/** The body as it is sent. */
export function bodyOf({ body, stream }: CodeRequest): ChatRequestBody {
  return stream ? { ...body, stream: true } : body
}

/** The fields of the body as JSON text, their numbers with the digits that were written. */
export function membersOf(request: CodeRequest): Map<string, string> {
  return writtenMembers(bodyOf(request), request.rawJson ?? '')
}

/** How one language writes the values of JSON. */
interface Notation {
  true: string
  false: string
  null: string
  /** A field's name in an object. */
  name: (name: string) => string
}

const javascript: Notation = {
  true: 'true',
  false: 'false',
  null: 'null',
  // `__proto__: …` would set the prototype; computed, it is a name like any other.
  name: (name) =>
    name === '__proto__' ? '["__proto__"]' : /^[A-Za-z_$][\w$]*$/u.test(name) ? name : stringLiteral(name),
}

const python: Notation = { true: 'True', false: 'False', null: 'None', name: stringLiteral }

/** JSON text as a JavaScript expression; `indent` is that of the line it begins on, in spaces. */
export function javascriptLiteral(json: string, indent: number): string {
  return literal(json, indent, 2, javascript)
}

/** JSON text as a Python expression; `indent` is that of the line it begins on, in spaces. */
export function pythonLiteral(json: string, indent: number): string {
  return literal(json, indent, 4, python)
}

/**
 * A string literal that JavaScript and Python read alike. Everything but what is plainly visible on one line is
 * escaped, so that no editor, terminal or reader is misled by line separators, bidirectional marks or lone surrogates.
 */
export function stringLiteral(text: string): string {
  return escapeMarks(JSON.stringify(text))
}

/** JSON to be read, indented by two: the same value, in which whatever is not plainly visible is escaped. */
export function visibleJson(value: unknown): string {
  return visibleText(JSON.stringify(value))
}

/** The same for JSON text, whose numbers keep all their digits. */
export function visibleText(json: string): string {
  return escapeMarks(indentJson(json))
}

/** In JSON such characters stand in strings only. */
export function escapeMarks(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu,
    (mark) => String.raw`\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

function literal(json: string, indent: number, width: number, notation: Notation): string {
  const isArray = json.startsWith('[')
  if (json.startsWith('"')) return stringLiteral(String(JSON.parse(json)))
  if (json === 'true' || json === 'false' || json === 'null') return notation[json]
  // A number, which all three languages write alike.
  if (!isArray && !json.startsWith('{')) return json
  const within = indent + width
  const items = isArray
    ? rawElements(json).map((each) => literal(each, within, width, notation))
    : [...rawMembers(json)].map(([name, each]) => `${notation.name(name)}: ${literal(each, within, width, notation)}`)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return open + close
  return `${open}\n${items.map((item) => `${' '.repeat(within)}${item},\n`).join('')}${' '.repeat(indent)}${close}`
}
