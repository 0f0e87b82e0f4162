import { distance } from 'fastest-levenshtein'
import { jsonpath } from 'json-p3'
import { isRecord, parseJson } from '#contract/json.ts'
import { validateJson } from '#dialects/json-schema/validate.ts'
import type { CellReply } from './results.ts'
import { fillTemplate } from './template.ts'

/** Something that a reply must meet. Its texts may contain variables and `{{expected}}`. */
export interface Assertion {
  type: AssertionType
  /** What is expected: a text, a number, a pattern or a schema, by the type. */
  value: string
  /** Where the value is, for `json-path`. */
  path?: string | undefined
  /** The expected arguments as JSON, for `tool-called`. */
  arguments?: string | undefined
  /** Its part in the score of a cell. */
  weight: number
}

/** Whether a reply meets an assertion. `reason` says what was found instead, in a sentence; empty if it passed. */
export interface Verdict {
  pass: boolean
  reason: string
  /** Whether a judge has yet to say. */
  isPending?: boolean
}

/**
 * Whether a pattern matches a text. A person wrote the pattern, so it may take forever: the host stops it after a while and
 * answers `timeout`.
 */
export type MatchPattern = (pattern: string, text: string) => Promise<boolean | 'invalid' | 'timeout'>

/** What the judge says of a reply and a criterion; undefined before it was asked. */
export type Grade = (criterion: string) => Verdict | undefined

interface Checked {
  reply: CellReply
  /** The assertion's value with its variables filled in. */
  value: string
  path: string
  /** The expected arguments as JSON text. */
  args: string
  /** The expected text of the case; undefined if it has none. */
  expected: string | undefined
  matches: MatchPattern
  grade: Grade
}

/** A text field of an assertion, and what it is called. */
export interface AssertionField {
  name: 'value' | 'path' | 'arguments'
  label: string
  kind: 'text' | 'number' | 'json'
  /** What a new assertion starts with. */
  initial?: string
  placeholder?: string
}

interface AssertionRow {
  label: string
  /** The field `value` comes first where there is one. */
  fields: readonly AssertionField[]
  check(of: Checked): Verdict | Promise<Verdict>
}

const passed: Verdict = { pass: true, reason: '' }

const textField: AssertionField = { name: 'value', label: 'Value', kind: 'text', initial: '{{expected}}' }
const numberField = (label: string, initial: string): AssertionField => ({
  name: 'value',
  label,
  kind: 'number',
  initial,
})

/** All kinds of assertions. Adding one takes a row here, and one in `promptfoo.ts` if promptfoo can check it, too. */
const table = {
  equals: {
    label: 'Equals',
    fields: [textField],
    check: ({ reply, value }) => verdict(reply.text === value, `The reply isn’t ${quote(value)}.`),
  },
  contains: {
    label: 'Contains',
    fields: [textField],
    check: ({ reply, value }) => verdict(reply.text.includes(value), `The reply doesn’t contain ${quote(value)}.`),
  },
  'not-contains': {
    label: 'Doesn’t contain',
    fields: [{ ...textField, initial: '' }],
    check: ({ reply, value }) => verdict(!reply.text.includes(value), `The reply contains ${quote(value)}.`),
  },
  'starts-with': {
    label: 'Starts with',
    fields: [textField],
    check: ({ reply, value }) => verdict(reply.text.startsWith(value), `The reply doesn’t start with ${quote(value)}.`),
  },
  regex: {
    label: 'Matches pattern',
    fields: [{ ...textField, initial: '', placeholder: '\\d{4}-\\d{2}-\\d{2}' }],
    async check({ reply, value, matches }) {
      const found = await matches(value, reply.text)
      if (found === 'timeout') return fail(`The pattern ${quote(value)} takes too long. Simplify it.`)
      if (found === 'invalid') return fail(`The pattern ${quote(value)} isn’t a valid regular expression. Correct it.`)
      return verdict(found, `The reply doesn’t match ${quote(value)}.`)
    },
  },
  'is-json': {
    label: 'Is JSON',
    fields: [],
    check: ({ reply }) => verdict(parseJson(reply.text) !== undefined, 'The reply isn’t valid JSON.'),
  },
  'json-schema': {
    label: 'Matches JSON Schema',
    fields: [{ name: 'value', label: 'Value', kind: 'json', placeholder: '{"type": "object"}' }],
    check({ reply, value }) {
      const schema = parseJson(value)
      if (!isRecord(schema)) return fail('The JSON Schema isn’t a JSON object. Correct it.')
      const json = parseJson(reply.text)
      if (json === undefined) return fail('The reply isn’t valid JSON.')
      const [first] = validateJson(schema, json)
      return first ? fail(`${first.path === '' ? 'The reply' : first.path}: ${first.message}`) : passed
    },
  },
  'json-path': {
    label: 'JSON path equals',
    fields: [
      { ...textField, label: 'Value' },
      { name: 'path', label: 'Path', kind: 'text', initial: '$.', placeholder: '$.lines[0].price' },
    ],
    check: checkPath,
  },
  'tool-called': {
    label: 'Calls tool',
    fields: [
      { ...textField, initial: '', placeholder: 'get_weather' },
      { name: 'arguments', label: 'Arguments', kind: 'json', placeholder: '{"city": "Oslo"}' },
    ],
    check: checkCall,
  },
  'no-tool-called': {
    label: 'Calls no tool',
    fields: [],
    check: ({ reply: { toolCalls } }) =>
      verdict(toolCalls.length === 0, `The model called ${toolCalls.map(({ name }) => name).join(', ')}.`),
  },
  'max-length': {
    label: 'Length at most',
    fields: [numberField('Characters', '1000')],
    check: ({ reply, value }) => atMost(reply.text.length, value, (length) => `The reply has ${length} characters.`),
  },
  'max-latency': {
    label: 'Latency at most',
    fields: [numberField('Milliseconds', '5000')],
    check: ({ reply, value }) => atMost(reply.latencyMs, value, (ms) => `The reply took ${Math.round(ms)} ms.`),
  },
  'max-first-token': {
    label: 'First token within',
    fields: [numberField('Milliseconds', '1000')],
    check: ({ reply, value }) =>
      reply.firstTokenMs === undefined
        ? fail('The reply has no token.')
        : atMost(reply.firstTokenMs, value, (ms) => `The first token took ${Math.round(ms)} ms.`),
  },
  'max-cost': {
    label: 'Cost at most',
    fields: [numberField('US dollars', '0.01')],
    check: ({ reply, value }) =>
      reply.cost === undefined
        ? fail('The cost is unknown: the model has no price, or its service counted no tokens.')
        : atMost(reply.cost, value, (cost) => `The reply cost $${cost}.`),
  },
  similar: {
    label: 'Similar to expected',
    fields: [numberField('Ratio from 0 to 1', '0.8')],
    check({ reply, value, expected }) {
      if (expected === undefined) return fail('The case has no expected text. Add one.')
      const least = Number(value)
      if (!isNumber(value)) return fail(notANumber(value))
      const ratio = similarity(reply.text, expected)
      return verdict(ratio >= least, `The similarity is ${ratio.toFixed(2)}.`)
    },
  },
  judge: {
    label: 'Judge agrees',
    fields: [{ ...textField, label: 'Value', initial: 'The reply is correct.' }],
    check: ({ value, grade }) =>
      grade(value) ?? { pass: false, reason: 'The judge wasn’t asked yet. Choose “Run judge”.', isPending: true },
  },
} satisfies Record<string, AssertionRow>

export type AssertionType = keyof typeof table
/** The rows of all kinds of assertions, by type. */
export const assertionTable: Record<AssertionType, AssertionRow> = table

// `keys` forgets which names an object has.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const assertionTypes = Object.keys(table) as [AssertionType, ...AssertionType[]]

/** A new assertion of a type, with the values that its fields start with. */
export function newAssertion(type: AssertionType): Assertion {
  const assertion: Assertion = { type, value: '', weight: 1 }
  for (const { name, initial = '' } of assertionTable[type].fields) assertion[name] = initial
  return assertion
}

/** Checks a reply. `values` are the case's values by variable, with `expected` if it has one. */
export async function checkAssertion(
  { type, value, path = '', arguments: args = '' }: Assertion,
  reply: CellReply,
  values: Readonly<Record<string, string>>,
  matches: MatchPattern,
  grade: Grade = () => undefined,
): Promise<Verdict> {
  return assertionTable[type].check({
    reply,
    value: fillTemplate(value, values),
    path: fillTemplate(path, values),
    args: fillTemplate(args, values),
    expected: values['expected'],
    matches,
    grade,
  })
}

/** 1 minus the Levenshtein distance divided by the longer length; 1 for two empty texts. */
export function similarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length)
  return longer === 0 ? 1 : 1 - distance(one, other) / longer
}

/** RFC 9535's functions with patterns could take forever. */
const hasPattern = /\b(?:match|search)\s*\(/u

function checkPath({ reply, value, path }: Checked): Verdict {
  const json = parseJson(reply.text)
  if (json === undefined) return fail('The reply isn’t valid JSON.')
  if (hasPattern.test(path)) return fail('The path can’t use match() or search(). Use the assertion “Matches pattern”.')
  const found = valuesAt(path, json)
  if (!found) return fail(`${quote(path)} isn’t a valid JSON path. Correct it.`)
  if (found.length === 0) return fail(`The reply has nothing at ${path}.`)
  return verdict(
    found.some((each) => isSameValue(each, value)),
    `The reply has ${quote(JSON.stringify(found[0]))} at ${path}.`,
  )
}

function valuesAt(path: string, json: unknown): unknown[] | undefined {
  try {
    // `parseJson` only makes JSON values.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return jsonpath.query(path, json as Parameters<typeof jsonpath.query>[1]).values()
  } catch {
    return undefined
  }
}

/** A text equals itself, and any value equals its JSON. */
function isSameValue(found: unknown, value: string): boolean {
  return found === value || (typeof found !== 'string' && isSameJson(found, parseJson(value)))
}

function checkCall({ reply, value, args }: Checked): Verdict {
  const calls = reply.toolCalls.filter(({ name }) => name === value)
  if (calls.length === 0) return fail(`The model didn’t call ${quote(value)}.`)
  if (args.trim() === '') return passed
  const expected = parseJson(args)
  if (!isRecord(expected)) return fail('The expected arguments aren’t a JSON object. Correct them.')
  const isMatch = (json: string) => {
    const given = parseJson(json)
    return isRecord(given) && Object.entries(expected).every(([name, each]) => isSameJson(given[name], each))
  }
  return verdict(
    calls.some((call) => isMatch(call.arguments)),
    `The model called ${value} with ${calls[0]?.arguments ?? ''}.`,
  )
}

/** Whether two JSON values are equal; the order of members doesn't matter. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isSameJson(each, other[at]))
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  )
}

function atMost(found: number, limit: string, words: (found: number) => string): Verdict {
  return isNumber(limit) ? verdict(found <= Number(limit), words(found)) : fail(notANumber(limit))
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

function notANumber(text: string): string {
  return `${quote(text)} isn’t a number. Correct the assertion.`
}

function verdict(pass: boolean, reason: string): Verdict {
  return pass ? passed : fail(reason)
}

function fail(reason: string): Verdict {
  return { pass: false, reason }
}

function quote(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ')
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`
}
