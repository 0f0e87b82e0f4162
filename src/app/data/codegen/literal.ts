import type { ChatRequestBody } from '#app/data/calls/chat-stream.ts'
import type { CodeFile, CodeFiles } from './code-files.ts'
import { indentJson, rawElements, rawMembers, writtenMembers } from '#contract/raw-json.ts'

/** A request to write as code. The key is never part of it: the code reads it from the environment. */
export interface CodeRequest {
  /** The base URL with its version and without a slash at the end: `https://example.org/v1`. */
  baseUrl: string
  /** Without `stream`, which is a field of its own. */
  body: ChatRequestBody
  stream: boolean
  /** JSON text with fields of the body whose numbers may have lost digits in `body`. */
  rawJson?: string
  /** How many rounds of tool calls the code answers; 8 if absent. */
  maxToolRounds?: number
}

/** The environment variable with the key, in all examples. */
export const keyVariable = 'PARLEY_KEY'

/** The body as it is sent. */
export function bodyOf({ body, stream }: CodeRequest): ChatRequestBody {
  return stream ? { ...body, stream: true } : body
}

/** The fields of the body as JSON text; numbers keep all their digits. */
export function membersOf(request: CodeRequest): Map<string, string> {
  return writtenMembers(bodyOf(request), request.rawJson ?? '')
}

/** How a language writes JSON values. */
interface Notation {
  true: string
  false: string
  null: string
  /** A field's name in an object. */
  name: (name: string) => string
  /** A file's bytes in base64, after the head of a data URL. */
  file: (file: CodeFile) => string
}

const javascript: Notation = {
  true: 'true',
  false: 'false',
  null: 'null',
  name: javascriptName,
  file({ head, name }) {
    const read = `await readFile(${stringLiteral(name)}, 'base64')`
    return head === '' ? read : `\`${head}\${${read}}\``
  },
}

const python: Notation = {
  true: 'True',
  false: 'False',
  null: 'None',
  name: stringLiteral,
  file: ({ head, name }) => `${head === '' ? '' : `${stringLiteral(head)} + `}read_base64(${stringLiteral(name)})`,
}

const noFiles: CodeFiles = new Map()

/** A field's name in a JavaScript object. `__proto__: …` would set the prototype; a computed name doesn't. */
export function javascriptName(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : stringLiteral(name)
}

/** JSON text as a JavaScript expression that reads the files; `indent` is that of its first line, in spaces. */
export function javascriptLiteral(json: string, indent: number, files = noFiles): string {
  return literal(json, indent, { width: 2, notation: javascript, files })
}

/** JSON text as a Python expression that reads the files; `indent` is that of its first line, in spaces. */
export function pythonLiteral(json: string, indent: number, files = noFiles): string {
  return literal(json, indent, { width: 4, notation: python, files })
}

/**
 * A string literal valid in JavaScript and Python. Invisible characters are escaped, so that line separators,
 * bidirectional marks or lone surrogates can't mislead an editor, terminal or reader.
 */
export function stringLiteral(text: string): string {
  return escapeMarks(JSON.stringify(text))
}

/** A value as readable JSON, indented by two. Invisible characters are escaped. */
export function visibleJson(value: unknown): string {
  return visibleText(JSON.stringify(value))
}

/** The same for JSON text; numbers keep all their digits. */
export function visibleText(json: string): string {
  return escapeMarks(indentJson(json))
}

/** Such characters only occur in the strings of JSON, so they can be escaped anywhere. */
export function escapeMarks(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu,
    (mark) => String.raw`\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

interface LiteralStyle {
  /** Of one level of indentation. */
  width: number
  notation: Notation
  files: CodeFiles
}

function literal(json: string, indent: number, style: LiteralStyle): string {
  const { width, notation, files } = style
  const isArray = json.startsWith('[')
  if (json.startsWith('"')) {
    const text = String(JSON.parse(json))
    const file = files.get(text)
    return file ? notation.file(file) : stringLiteral(text)
  }
  if (json === 'true' || json === 'false' || json === 'null') return notation[json]
  // A number; all languages write it alike.
  if (!isArray && !json.startsWith('{')) return json
  const within = indent + width
  const items = isArray
    ? rawElements(json).map((each) => literal(each, within, style))
    : [...rawMembers(json)].map(([name, each]) => `${notation.name(name)}: ${literal(each, within, style)}`)
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return open + close
  return `${open}\n${items.map((item) => `${' '.repeat(within)}${item},\n`).join('')}${' '.repeat(indent)}${close}`
}
