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

/** A value of JSON as a JavaScript expression; `indent` is that of the line it begins on, in spaces. */
export function javascriptLiteral(value: unknown, indent: number): string {
  return literal(value, indent, 2, javascript)
}

/** A value of JSON as a Python expression; `indent` is that of the line it begins on, in spaces. */
export function pythonLiteral(value: unknown, indent: number): string {
  return literal(value, indent, 4, python)
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
  return escapeMarks(JSON.stringify(value, null, 2))
}

/** In JSON such characters stand in strings only. */
export function escapeMarks(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu,
    (mark) => String.raw`\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

function literal(value: unknown, indent: number, width: number, notation: Notation): string {
  if (value === true || value === false) return notation[`${value}`]
  if (value === null || value === undefined) return notation.null
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  const within = indent + width
  const items = Array.isArray(value)
    ? value.map((each) => literal(each, within, width, notation))
    : Object.entries(value).map(([name, each]) => `${notation.name(name)}: ${literal(each, within, width, notation)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return open + close
  return `${open}\n${items.map((item) => `${' '.repeat(within)}${item},\n`).join('')}${' '.repeat(indent)}${close}`
}
