import { type JsonRecord, isRecord, isShallow, parseJson } from '#contract/json.ts'
import type { ReadRow, RowSource } from './row.ts'

/** Members under which files keep their list of cases. */
const listNames = ['cases', 'tests', 'data', 'rows', 'items', 'examples']
/** What a case of Parley or a test of promptfoo has beside its values. */
const caseMembers = new Set([
  'id',
  'values',
  'vars',
  'expected',
  'note',
  'description',
  'assertions',
  'assert',
  'mocks',
])
/** JSON that nests deeper can't be written back. */
const deepestValue = 100
/** An object can only be parsed at once, which would block the page for longer files. A list and JSONL can't. */
const longestObject = 4_000_000

const rowsMissing = 'This file has no cases. Give it a list of JSON objects, one for each case.'

/**
 * The rows of JSON (a list of objects, or an object with a member such as `cases` that has one), of JSONL, or of OpenAI evals
 * items. Undefined if the text doesn't look like JSON. Rows are numbered from 1; those of JSONL by their line.
 */
export function readJsonRows(text: string): RowSource | { problem: string } | undefined {
  if (!/^\s*[[{]\s*["[{\]}]/u.test(text)) return undefined
  if (/^\s*\[/u.test(text)) return source(listRows(text))
  const start = text.search(/\S/u)
  if (isLinePerObject(text, start)) return source(lineRows(text, start))
  if (text.length > longestObject)
    return { problem: 'This JSON object is larger than 4 MB. Save its cases as a JSON list or as JSONL.' }
  const whole = parseJson(text)
  if (!isRecord(whole)) return { problem: 'This isn’t valid JSON. Correct it, or save the cases as CSV.' }
  for (const name of listNames) {
    const list = whole[name]
    if (Array.isArray(list)) return source(list.map((each, at) => toRow(each, `Row ${at + 1}`)))
  }
  return source([toRow(whole, 'Row 1')])
}

function source(rows: RowSource['rows']): RowSource {
  return { rows, isCaseSensitive: true, noRows: rowsMissing }
}

/** Whether one of the first two lines is a whole object, and there are more lines. */
function isLinePerObject(text: string, start: number): boolean {
  const firstEnd = text.indexOf('\n', start)
  if (firstEnd === -1 || !/\S/u.test(text.slice(firstEnd))) return false
  if (isRecord(parseJson(text.slice(start, firstEnd)))) return true
  // The first one may be broken. In a single object, the second line is never one.
  const secondEnd = text.indexOf('\n', firstEnd + 1)
  return isRecord(parseJson(text.slice(firstEnd, secondEnd === -1 ? text.length : secondEnd)))
}

function* lineRows(text: string, start: number): RowSource['rows'] {
  let number = 0
  for (let at = start; at < text.length;) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(at, end).trim()
    number += 1
    if (line !== '') yield parsedRow(line, `Line ${number}`)
    at = end + 1
  }
}

/** Elements are parsed one by one, so that the page can pause in between. */
function* listRows(text: string): RowSource['rows'] {
  let number = 0
  let at = text.indexOf('[') + 1
  for (;;) {
    at = skipSpace(text, at)
    if (number === 0 && text[at] === ']') return
    number += 1
    const end = endOfValue(text, at)
    const value = parseJson(text.slice(at, end))
    const after = skipSpace(text, end)
    const isLast = text[after] === ']'
    if (value === undefined || (!isLast && text[after] !== ',')) {
      yield { problem: `Element ${number} of the list isn’t valid JSON. Correct it, then import again.` }
      return
    }
    yield toRow(value, `Row ${number}`)
    at = after + 1
    if (isLast) return
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (/\s/u.test(text.charAt(at))) at += 1
  return at
}

/** The position behind a JSON value, or the end of the text if it is broken. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') {
      at = endOfText(text, at)
      if (depth === 0) return at + 1
    } else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      // A closing bracket without an opening one belongs to the list.
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (char === ',' && depth === 0) return at
  }
  return text.length
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

function parsedRow(json: string, place: string): ReadRow {
  const value = parseJson(json)
  return value === undefined ? { notices: [`${place} isn’t valid JSON, so it wasn’t imported.`] } : toRow(value, place)
}

function toRow(value: unknown, place: string): ReadRow {
  if (!isRecord(value)) return { notices: [`${place} isn’t a JSON object, so it wasn’t imported.`] }
  if (!isShallow(value, deepestValue))
    return { notices: [`${place} nests more than ${deepestValue} levels, so it wasn’t imported.`] }
  // An OpenAI evals item; beside it, files of results have the sampled reply.
  const isItem = Object.keys(value).every((name) => name === 'item' || name === 'sample')
  if (isItem && isRecord(value['item'])) return { cells: cellsOf(value['item']), keepsEmpty: true }
  return caseRow(value, place) ?? { cells: cellsOf(value), keepsEmpty: true }
}

/** A case of Parley or a test of promptfoo: its values are in a member of their own. */
function caseRow(value: JsonRecord, place: string): ReadRow | undefined {
  const values = value['values'] ?? value['vars']
  if (!isRecord(values) || !Object.keys(value).every((name) => caseMembers.has(name))) return undefined
  const { expected, note = value['description'] } = value
  const left = ['assertions', 'assert', 'mocks'].filter((name) => {
    const each = value[name]
    return isRecord(each) || (Array.isArray(each) && each.length > 0)
  })
  return {
    cells: cellsOf(values),
    keepsEmpty: true,
    ...(isGiven(expected) && { expected: toText(expected) }),
    ...(isGiven(note) && note !== '' && { note: toText(note) }),
    ...(left.length > 0 && {
      notices: [`${place} has ${left.map((name) => `“${name}”`).join(' and ')}, which the cases alone can’t contain.`],
    }),
  }
}

function cellsOf(values: JsonRecord): (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, each]) =>
    name.trim() === '' || !isGiven(each) ? [] : [[name, toText(each)] as const],
  )
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
