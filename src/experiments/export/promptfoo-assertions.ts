import { isRecord, parseJson } from '#contract/json.ts'
import { type Assertion, type AssertionType, assertionTable } from '#experiments/assertions.ts'
import { type TestCase, valuesOf } from '#experiments/definition.ts'
import { fillTemplate, variablesInAll } from '#experiments/template.ts'
import {
  aboutText,
  costsAtMost,
  hasCalled,
  hasNoCall,
  hasValueAt,
  isJson,
  isSimilar,
  matchesPattern,
  textOfOutput,
} from './promptfoo-javascript.ts'
import { type PromptfooVariables, javascriptText, partsOf, toJavascript, toNunjucks } from './promptfoo-variables.ts'

/** An assertion in a promptfoo configuration. */
export interface PromptfooAssertion {
  type: string
  value?: string
  threshold?: number
  transform?: string
  weight?: number
}

/** What the form of an assertion depends on. */
interface AssertionContext {
  variables: PromptfooVariables
  /** With tools, promptfoo's output may be a list of calls, which its own assertions would take for text. */
  hasTools: boolean
  /** The cases that it is checked in. */
  cases: readonly TestCase[]
}

interface Converted {
  assertion?: Omit<PromptfooAssertion, 'weight'>
  /** What is lost, in a sentence. */
  problem?: string
}

type Convert = (of: Assertion, context: AssertionContext) => Converted

const conversions: Record<AssertionType, Convert> = {
  equals: (of, context) => textAssertion(of, context, (value) => `text === ${value}`),
  contains: (of, context) => textAssertion(of, context, (value) => `text.includes(${value})`),
  'not-contains': (of, context) => textAssertion(of, context, (value) => `!text.includes(${value})`),
  'starts-with': (of, context) => textAssertion(of, context, (value) => `text.startsWith(${value})`),
  regex(of, context) {
    if (isNative(of, context) && isSamePattern(of.value)) return { assertion: { type: 'regex', value: of.value } }
    return javascript(matchesPattern(parenthesized(toJavascript(of.value, context.variables))))
  },
  'is-json': (_, { hasTools }) => (hasTools ? javascript(isJson()) : { assertion: { type: 'is-json' } }),
  'json-schema': schemaAssertion,
  'json-path'({ path = '', value }) {
    const steps = stepsOf(path)
    if (steps) return javascript(hasValueAt(steps, value))
    return { problem: `The JSON path “${path}” can’t be exported: only paths such as $.a[0].b can be.` }
  },
  'tool-called'({ value, arguments: args = '' }) {
    if (args.trim() === '') return javascript(hasCalled(value, undefined))
    const expected = parseJson(args)
    return javascript(isRecord(expected) ? hasCalled(value, expected) : 'false')
  },
  'no-tool-called': () => javascript(hasNoCall()),
  'max-length': (of, { hasTools }) =>
    withNumber(of, (limit) =>
      javascript(hasTools ? aboutText(`text.length <= ${limit}`) : `output.length <= ${limit}`),
    ),
  'max-latency': (of) => withNumber(of, (limit) => ({ assertion: { type: 'latency', threshold: limit } })),
  'max-first-token': () => ({
    problem: 'The assertion “First token within” can’t be exported: promptfoo doesn’t measure the first token.',
  }),
  judge: () => ({ problem: 'The assertion “Judge agrees” can’t be exported: promptfoo asks judges in another way.' }),
  'max-cost': (of) => withNumber(of, (limit) => javascript(costsAtMost(limit))),
  similar: (of, { variables }) =>
    withNumber(of, (least) =>
      javascript(
        isSimilar(
          variables.javascript('expected'),
          `context.vars[${javascriptText(variables.key('expected'))}] !== undefined`,
          least,
        ),
      ),
    ),
}

/** promptfoo reads the variables of these itself. Those of others are filled in by `fillAssertion`. */
const readsVariables = new Set<AssertionType>(['equals', 'contains', 'not-contains', 'starts-with', 'regex'])

/** Whether an assertion must be written into each case, with the case's values. */
export function isWrittenPerCase({ type, value, path, arguments: args }: Assertion): boolean {
  if (readsVariables.has(type)) return false
  const used = new Set<string>(assertionTable[type].fields.map(({ name }) => name))
  const texts = { value, path, arguments: args }
  return variablesInAll(Object.entries(texts).flatMap(([name, text]) => (used.has(name) ? [text] : []))).length > 0
}

/** Converts an assertion. The result has the same verdict in promptfoo, unless `problem` says otherwise. */
export function convertAssertion(
  of: Assertion,
  context: AssertionContext,
): { assertion?: PromptfooAssertion; problem?: string } {
  const [only] = context.cases
  const isFilled = !readsVariables.has(of.type)
  const values = isFilled && context.cases.length === 1 && only ? valuesOf(only) : {}
  // Without variables, this only removes escapes.
  const source = isFilled
    ? {
        ...of,
        value: fillTemplate(of.value, values),
        path: fillTemplate(of.path ?? '', values),
        arguments: fillTemplate(of.arguments ?? '', values),
      }
    : of
  const { assertion, problem } = conversions[of.type](source, context)
  return {
    ...(assertion && { assertion: { ...assertion, ...(of.weight !== 1 && { weight: of.weight }) } }),
    ...(problem !== undefined && { problem }),
  }
}

function javascript(value: string): Converted {
  return { assertion: { type: 'javascript', value } }
}

function parenthesized(expression: string): string {
  return `(${expression})`
}

function textAssertion(of: Assertion, context: AssertionContext, check: (value: string) => string): Converted {
  if (isNative(of, context)) return { assertion: { type: of.type, value: toNunjucks(of.value, context.variables) } }
  return javascript(aboutText(check(parenthesized(toJavascript(of.value, context.variables)))))
}

/** Most of promptfoo's own end the test with an error for an empty value, and all take a list of tool calls for JSON text. */
function isNative({ type, value }: Assertion, { hasTools, cases }: AssertionContext): boolean {
  if (hasTools || type === 'equals') return !hasTools
  if (value === '') return false
  const hasVariables = partsOf(value).some((part) => 'variable' in part)
  return !hasVariables || cases.every((each) => fillTemplate(value, valuesOf(each)) !== '')
}

/** Patterns that mean the same with and without the flag `u`: Parley sets it, promptfoo doesn't. */
const samePattern = /^(?:[\w ,:;@"'/!%&=~^$|()*+?-]|\\[dwsb./]|\{\d{1,3}(?:,\d{0,3})?\})*$/u

function isSamePattern(pattern: string): boolean {
  if (!samePattern.test(pattern)) return false
  try {
    return new RegExp(pattern, 'u').source === new RegExp(pattern).source
  } catch {
    return false
  }
}

function withNumber({ value }: Assertion, convert: (number: number) => Converted): Converted {
  const number = Number(value)
  // An assertion without a valid number always fails.
  return value.trim() !== '' && Number.isFinite(number) ? convert(number) : javascript('false')
}

/** The steps of a path of members and positions only; undefined for any other. */
function stepsOf(path: string): (string | number)[] | undefined {
  const step = /\.([A-Za-z_\u{80}-\u{10FFFF}][\w\u{80}-\u{10FFFF}]*)|\[(0|[1-9]\d{0,14})\]/gu
  if (!path.startsWith('$')) return undefined
  const found = [...path.matchAll(step)]
  if (`$${found.map(([whole]) => whole).join('')}` !== path) return undefined
  return found.map(([, name, position]) => name ?? Number(position))
}

/** Keywords that promptfoo's validator, Ajv for draft 7, checks as Parley does. It refuses schemas with unknown ones. */
const sameKeywords = new Set(
  `$ref $defs definitions $comment title description default examples deprecated readOnly writeOnly type enum const
   multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems
   contains maxProperties minProperties required properties patternProperties additionalProperties propertyNames
   additionalItems items allOf anyOf oneOf not if then else`.split(/\s+/u),
)
const schemasByName = new Set(['$defs', 'definitions', 'properties', 'patternProperties'])
const holdsValues = new Set(['default', 'examples', 'enum', 'const'])

function schemaAssertion({ value }: Assertion, { hasTools }: AssertionContext): Converted {
  const schema = parseJson(value)
  if (!isRecord(schema)) return javascript('false')
  // Ajv knows no other draft by name, and refuses an id that it has seen before.
  const { $schema: _, $id: __, ...rest } = schema
  const others = [...new Set(otherKeywords(rest))]
  const text = JSON.stringify(rest)
  return {
    assertion: {
      type: 'is-json',
      value: /\{[{%#]|#\}/u.test(text) ? escapedJson(rest) : text,
      ...(hasTools && { transform: textOfOutput }),
    },
    ...(others.length > 0 && {
      problem: `promptfoo may judge a JSON Schema differently, because it checks these keywords in its own way: ${others.join(', ')}.`,
    }),
  }
}

/** JSON in which braces inside texts are escaped, since promptfoo would evaluate them. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"/gu, (text) =>
    text.replaceAll('{', String.raw`\u007b`).replaceAll('}', String.raw`\u007d`),
  )
}

function otherKeywords(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(otherKeywords)
  if (!isRecord(schema)) return []
  return Object.entries(schema).flatMap(([name, value]): string[] => {
    if (!sameKeywords.has(name)) return [name.replaceAll(/\s+/gu, ' ').slice(0, 40)]
    if (holdsValues.has(name)) return []
    return otherKeywords(schemasByName.has(name) && isRecord(value) ? Object.values(value) : value)
  })
}
