/** A value in JSON text, as far as it has arrived. Nodes grow in place; `version` changes with anything within. */
export interface JsonNode {
  kind: 'object' | 'array' | 'string' | 'number' | 'literal'
  /** The name of a member; null for elements and the root. */
  key: string | null
  /** Of objects and arrays. */
  children: JsonNode[]
  /** The content of a string, or the text of a number or literal. */
  text: string
  /** Whether more of it may come. */
  isOpen: boolean
  version: number
}

/** What a parser reads; any string is one. */
type Source = Pick<string, 'length' | 'charCodeAt' | 'slice'>

export interface PartialJson {
  /** Undefined until the value begins. */
  readonly root: JsonNode | undefined
  /** Why the text isn't JSON, and the index of the character; undefined while it may still become JSON. */
  readonly problem: { message: string; at: number } | undefined
  /** True if the text so far is JSON. */
  readonly isWhole: boolean
  /** Reads what was added. The text must begin with the text of the call before; each character is read once. */
  read: (text: Source) => void
  /** Says that no more text comes: only then is a number at the top complete. */
  finish: () => void
}

/** Deeper values would overflow the stack of what walks them. */
const deepest = 200

type Expected =
  | 'value'
  | 'value or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma or end'
  | 'string'
  | 'scalar'
  | 'nothing'

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u
const numberStart = /^-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE](?:[+-]?\d*)?)?)?|[eE](?:[+-]?\d*)?)?)?$/u
const literals = ['true', 'false', 'null']

/** Reads JSON that arrives in pieces. The cost is linear in the length of the text, however it is split. */
export function createPartialJson(): PartialJson {
  const open: JsonNode[] = []
  let root: JsonNode | undefined
  let at = 0
  let expected: Expected = 'value'
  let problem: PartialJson['problem']
  /** The name that is being read; undefined if the string is a value. */
  let name: string | undefined
  let key: string | null = null
  /** An escape that has begun, such as `\u00`. */
  let escape = ''

  const fail = (message: string) => {
    problem = { message, at }
  }

  function begin(kind: JsonNode['kind'], text = ''): JsonNode | undefined {
    if (open.length >= deepest) {
      fail(`It nests deeper than ${deepest} levels`)
      return undefined
    }
    const node: JsonNode = { kind, key, children: [], text, isOpen: true, version: 0 }
    const parent = open.at(-1)
    if (parent) parent.children.push(node)
    else root = node
    key = null
    open.push(node)
    return node
  }

  function end() {
    const node = open.pop()
    if (node) {
      node.isOpen = false
      node.version += 1
    }
    expected = open.length === 0 ? 'nothing' : 'comma or end'
  }

  function beginValue(char: string) {
    if (char === '{') expected = begin('object') ? 'name or end' : expected
    else if (char === '[') expected = begin('array') ? 'value or end' : expected
    else if (char === '"') expected = begin('string') ? 'string' : expected
    else if (char === '-' || (char >= '0' && char <= '9')) expected = begin('number', char) ? 'scalar' : expected
    else if (char === 't' || char === 'f' || char === 'n') expected = begin('literal', char) ? 'scalar' : expected
    else fail(`Expected a value, found ${JSON.stringify(char)}`)
  }

  /** Reads a number or literal to its end; the character after it belongs to what follows. */
  function readScalar(text: Source) {
    const node = open.at(-1)
    const start = at
    while (at < text.length && isScalarCode(text.charCodeAt(at))) at += 1
    if (!node) return
    node.text += text.slice(start, at)
    if (node.text.length > 1_000 || !isScalarStart(node)) fail('Expected a number, true, false or null')
    else if (at < text.length) {
      if (isScalar(node)) end()
      else fail('Expected a number, true, false or null')
    }
  }

  function append(piece: string) {
    const node = open.at(-1)
    if (name !== undefined) name += piece
    else if (node) node.text += piece
  }

  /** Reads characters of a string up to its end, the next escape or the end of the text. */
  function readString(text: Source) {
    if (escape !== '') return readEscape(text)
    const start = at
    let code = 0
    while (at < text.length) {
      code = text.charCodeAt(at)
      if (code === 34 || code === 92 || code < 32) break
      at += 1
    }
    if (at > start) append(text.slice(start, at))
    if (at >= text.length) return
    if (code < 32) return fail('A string can’t contain a line break or control character')
    at += 1
    if (code === 92) escape = '\\'
    else if (name === undefined) end()
    else {
      key = name
      name = undefined
      expected = 'colon'
    }
  }

  function readEscape(text: Source) {
    const char = text.slice(at, at + 1)
    at += 1
    if (escape === '\\' && char !== 'u') {
      const meant = escapes[char] ?? ('"\\/'.includes(char) ? char : undefined)
      escape = ''
      if (meant === undefined) fail(`A string can’t contain \\${char}`)
      else append(meant)
      return
    }
    escape += char
    if (escape.length > 2 && !/[\da-f]/iu.test(char)) fail('Expected four hexadecimal digits after \\u')
    if (escape.length < 6) return
    append(String.fromCharCode(Number.parseInt(escape.slice(2), 16)))
    escape = ''
  }

  function readOne(char: string) {
    const inObject = open.at(-1)?.kind === 'object'
    const isEnd = char === (inObject ? '}' : ']')
    if (expected === 'value' || expected === 'value or end') {
      if (expected === 'value or end' && isEnd) end()
      else beginValue(char)
    } else if (expected === 'name' || expected === 'name or end') {
      if (expected === 'name or end' && isEnd) end()
      else if (char === '"') {
        name = ''
        expected = 'string'
      } else fail(`Expected a name in quotes, found ${JSON.stringify(char)}`)
    } else if (expected === 'colon') {
      if (char === ':') expected = 'value'
      else fail(`Expected ":", found ${JSON.stringify(char)}`)
    } else if (expected === 'nothing') fail('Expected nothing after the JSON')
    else if (char === ',') expected = inObject ? 'name' : 'value'
    else if (isEnd) end()
    else fail(`Expected "," or "${inObject ? '}' : ']'}", found ${JSON.stringify(char)}`)
  }

  const isScalarWhole = () => {
    const [only] = open
    return only !== undefined && open.length === 1 && expected === 'scalar' && isScalar(only)
  }

  return {
    get root() {
      return root
    },
    get problem() {
      return problem
    },
    get isWhole() {
      return problem === undefined && root !== undefined && (open.length === 0 || isScalarWhole())
    },
    read(text) {
      while (at < text.length) {
        if (problem) break
        if (expected === 'string') readString(text)
        else if (expected === 'scalar') readScalar(text)
        else {
          const char = text.slice(at, at + 1)
          if (!' \t\n\r'.includes(char)) readOne(char)
          if (!problem) at += 1
        }
      }
      for (const node of open) node.version += 1
    },
    finish() {
      if (!problem && isScalarWhole()) end()
    },
  }
}

function isScalarCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 45 ||
    code === 46 ||
    code === 69
  )
}

function isScalar({ kind, text }: JsonNode): boolean {
  return kind === 'number' ? numberPattern.test(text) : literals.includes(text)
}

function isScalarStart({ kind, text }: JsonNode): boolean {
  return kind === 'number' ? numberStart.test(text) : literals.some((each) => each.startsWith(text))
}

/** A string of which more may come. */
export class OpenText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The value of a node. Open containers are added to `open`; open strings become `OpenText`, other open scalars are left out. */
export function valueOf(node: JsonNode, open: Set<object> = new Set()): unknown {
  const { kind, text, isOpen } = node
  if (kind === 'string') return isOpen ? new OpenText(text) : text
  if (kind === 'number' || kind === 'literal') return isOpen ? undefined : (JSON.parse(text) as unknown)
  const known = node.children.filter((each) => !each.isOpen || (each.kind !== 'number' && each.kind !== 'literal'))
  const container = kind === 'array' ? known.map((each) => valueOf(each, open)) : membersOf(known, open)
  if (isOpen) open.add(container)
  return container
}

function membersOf(children: readonly JsonNode[], open: Set<object>): object {
  // As in `JSON.parse`, `__proto__` is an ordinary name.
  return Object.fromEntries(children.map((each) => [each.key ?? '', valueOf(each, open)]))
}
