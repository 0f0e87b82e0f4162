/*
 * Reads JSON without turning its numbers into doubles, so that `9223372036854775807`, `1.0` and `0.70` can be sent on as
 * they were written. Every function expects text that `JSON.parse` has accepted; of any other text the members and
 * elements are undefined, but found in finite time.
 */

import { parseJson } from './json.ts'

/** The members of an object's text: the text of each value by name. As in `JSON.parse`, the last of a name counts. */
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

/** The text of each element of an array's text. */
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
 * The members of an object as text, each as `written` has it where it has one of that name: that keeps the digits that
 * its value has lost. Undefined members are left out, as in `JSON.stringify`.
 */
export function writtenMembers(value: object, written: string): Map<string, string> {
  const texts = rawMembers(written)
  const members = new Map<string, string>()
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.set(name, texts.get(name) ?? JSON.stringify(member))
  }
  return members
}

/** The text of an object with these members. */
export function joinMembers(members: Iterable<readonly [string, string]>): string {
  let json = ''
  for (const [name, value] of members) json += `${json === '' ? '{' : ','}${JSON.stringify(name)}:${value}`
  return json === '' ? '{}' : `${json}}`
}

/** Deeper lines begin where these do, so that a body of nothing but brackets does not become gigabytes of spaces. */
const deepestIndent = 32

/**
 * The text with every member on a line of its own, as `JSON.stringify(value, null, 2)` lays it out. `showString` gets
 * each string value and name with its quotes.
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
// Shared, and tested rather than executed: a request's whole text is searched, and a match for each sign would cost as much.
const valueEnd = /[\s,}\]]/g
const nestingSign = /["{}[\]]/g

/** Names hardly ever have escapes, and slicing is cheaper than parsing. */
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
