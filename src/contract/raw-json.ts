/*
 * Reads JSON without turning its numbers into doubles, so that `9223372036854775807`, `1.0` and `0.70` are forwarded
 * unchanged. Every function expects text that `JSON.parse` accepts. Other text gives meaningless results, but always
 * terminates.
 */

import { parseJson } from './json.ts'

/** The JSON text of each value of an object, by name. As in `JSON.parse`, the last duplicate wins. */
export function rawMembers(json: string): Map<string, string> {
  const members = new Map<string, string>()
  let at = afterSpace(json, json.indexOf('{') + 1)
  while (json.charAt(at) === '"') {
    const nameEnd = endOfString(json, at)
    const name = readName(json, at, nameEnd)
    const colon = json.indexOf(':', nameEnd)
    if (colon < 0) break
    const start = afterSpace(json, colon + 1)
    const end = endOfValue(json, start)
    members.set(name, json.slice(start, end))
    at = afterSpace(json, afterSpace(json, end) + 1)
  }
  return members
}

/** The JSON text of each element of an array. */
export function rawElements(json: string): string[] {
  const elements: string[] = []
  let at = afterSpace(json, json.indexOf('[') + 1)
  while (at < json.length && json.charAt(at) !== ']') {
    const end = endOfValue(json, at)
    elements.push(json.slice(at, end))
    const next = afterSpace(json, end)
    if (json.charAt(next) !== ',') break
    at = afterSpace(json, next + 1)
  }
  return elements
}

/**
 * The fields of an object as JSON text. A field that is also in `written` is taken from there, which keeps digits that
 * its value has lost. Undefined fields are omitted, as in `JSON.stringify`.
 */
export function writtenMembers(value: object, written: string): Map<string, string> {
  const texts = rawMembers(written)
  const members = new Map<string, string>()
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.set(name, texts.get(name) ?? JSON.stringify(member))
  }
  return members
}

/** The JSON text of an object with these members. */
export function joinMembers(members: Iterable<readonly [string, string]>): string {
  let json = ''
  for (const [name, value] of members) json += `${json === '' ? '{' : ','}${JSON.stringify(name)}:${value}`
  return json === '' ? '{}' : `${json}}`
}

/** Deeper levels are not indented further, so that nested brackets can't become gigabytes of spaces. */
const deepestIndent = 32

/**
 * Indents the text like `JSON.stringify(value, null, 2)`. `showString` receives each string value and name with its
 * quotes.
 */
export function indentJson(json: string, showString: (string: string) => string = (string) => string): string {
  const token = /"|[{}[\]:,]|[^\s{}[\]:,"]+/g
  let depth = 0
  let before = ''
  let indented = ''
  for (let found = token.exec(json); found; found = token.exec(json)) {
    const [sign] = found
    const closes = sign === '}' || sign === ']'
    const opened = before === '{' || before === '['
    if (closes) depth--
    if (closes ? !opened : opened || before === ',') indented += `\n${'  '.repeat(Math.min(depth, deepestIndent))}`
    if (sign === '"') {
      token.lastIndex = endOfString(json, found.index)
      indented += showString(json.slice(found.index, token.lastIndex))
    } else {
      indented += sign === ':' ? ': ' : sign
    }
    if (sign === '{' || sign === '[') depth++
    before = sign
  }
  return indented
}

const backslash = 92
const space = 32
// Use with `test`, not `exec`: a match object per character would be expensive for a whole request.
const valueEnd = /[\s,}\]]/g
const nestingSign = /["{}[\]]/g

/** Names rarely have escapes, and slicing is cheaper than parsing. */
function readName(json: string, start: number, end: number): string {
  const plain = json.slice(start + 1, end - 1)
  if (!plain.includes('\\')) return plain
  const name = parseJson(json.slice(start, end))
  return typeof name === 'string' ? name : plain
}

function afterSpace(json: string, start: number): number {
  let at = start
  while (json.charCodeAt(at) <= space) at++
  return at
}

/** The end of the string that starts at this quote. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at - 1
    while (json.charCodeAt(before) === backslash) before--
    if ((at - before) % 2 === 1) return at + 1
  }
  return json.length
}

function endOfValue(json: string, start: number): number {
  const first = json.charAt(start)
  if (first === '"') return endOfString(json, start)
  if (first === '{' || first === '[') return endOfNested(json, start)
  valueEnd.lastIndex = start
  return valueEnd.test(json) ? valueEnd.lastIndex - 1 : json.length
}

function endOfNested(json: string, start: number): number {
  let depth = 0
  nestingSign.lastIndex = start
  while (nestingSign.test(json)) {
    const after = nestingSign.lastIndex
    const sign = json.charAt(after - 1)
    if (sign === '"') nestingSign.lastIndex = endOfString(json, after - 1)
    else if (sign === '{' || sign === '[') depth++
    else if (--depth === 0) return after
  }
  return json.length
}
