import { type JsonRecord, isRecord } from '#contract/json.ts'
import type { Assertion, AssertionType } from '#experiments/assertions.ts'
import { convertTemplate } from './nunjucks.ts'
import type { Notices } from './notices.ts'

/** The fields of an assertion that a row sets, or undefined if there is no counterpart. */
type Convert = (source: { value: unknown; threshold: unknown }) => Omit<Assertion, 'weight'> | undefined

/** Assertions of promptfoo with the same verdict here. */
const conversions: Record<string, Convert> = {
  equals: ({ value }) =>
    isRecord(value) || Array.isArray(value)
      ? { type: 'json-path', path: '$', value: JSON.stringify(value) }
      : ofText('equals', value),
  contains: ({ value }) => ofText('contains', value),
  'not-contains': ({ value }) => ofText('not-contains', value),
  'starts-with': ({ value }) => ofText('starts-with', value),
  regex: ({ value }) => ofText('regex', value),
  'not-regex': ({ value }) => (isPlain(value) ? { type: 'regex', value: `^(?![^]*(?:${value}))` } : undefined),
  'is-json': ({ value }) => (value === undefined ? { type: 'is-json', value: '' } : ofSchema(value)),
  latency: ({ threshold }) => ofNumber('max-latency', threshold),
  cost: ({ threshold }) => ofNumber('max-cost', threshold),
  icontains: ({ value }) => ofPattern(listOf(value, false), true, anyOf),
  'not-icontains': ({ value }) => ofPattern(listOf(value, false), true, noneOf),
  'contains-any': ({ value }) => ofPattern(listOf(value), false, anyOf),
  'contains-all': ({ value }) => ofPattern(listOf(value), false, allOf),
  'not-contains-any': ({ value }) => ofPattern(listOf(value), false, noneOf),
  'icontains-any': ({ value }) => ofPattern(listOf(value), true, anyOf),
  'icontains-all': ({ value }) => ofPattern(listOf(value), true, allOf),
  'not-icontains-any': ({ value }) => ofPattern(listOf(value), true, noneOf),
}

/** Members that change neither the verdict nor the score. */
const harmless = new Set(['type', 'value', 'threshold', 'weight', 'metric'])

/**
 * Converts a list of promptfoo's assertions. `of` names their test in the sentences about what has no counterpart, for example
 * "test 3".
 */
export function convertAssertions(list: unknown, of: string, notices: Notices): Assertion[] {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) {
    notices.add(`The assertions of ${of} can’t be mapped: they aren’t a list.`)
    return []
  }
  return list.flatMap((each: unknown) => (isRecord(each) ? convertOne(each, of, notices) : unnamed(of, notices)))
}

function unnamed(of: string, notices: Notices): Assertion[] {
  notices.add(`An assertion of ${of} can’t be mapped: it has no type.`)
  return []
}

function convertOne(source: JsonRecord, of: string, notices: Notices): Assertion[] {
  const { type, value, threshold, weight = 1 } = source
  if (typeof type !== 'string') return unnamed(of, notices)
  const hasFile = typeof value === 'string' && /^(?:file|package):\/\//u.test(value)
  const hasOthers = Object.keys(source).some((name) => !harmless.has(name))
  const convert = Object.hasOwn(conversions, type) ? conversions[type] : undefined
  const converted = hasFile || hasOthers ? undefined : convert?.({ value, threshold })
  if (!converted) {
    notices.add(`The assertion ${type.slice(0, 60)} of ${of} can’t be mapped.`)
    return []
  }
  const isValidWeight = typeof weight === 'number' && weight >= 0 && weight <= 1_000
  if (!isValidWeight)
    notices.add(`The weight of the assertion ${type} of ${of} isn’t a number up to 1000. It counts 1.`)
  return [{ ...converted, weight: isValidWeight ? weight : 1 }]
}

function ofText(type: AssertionType, value: unknown): Omit<Assertion, 'weight'> | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return { type, value: String(value) }
  if (typeof value !== 'string') return undefined
  const { text, unsupported } = convertTemplate(value)
  return unsupported.length > 0 ? undefined : { type, value: text }
}

/** A schema is an object, or its JSON as text. */
function ofSchema(value: unknown): Omit<Assertion, 'weight'> | undefined {
  if (isRecord(value)) return { type: 'json-schema', value: JSON.stringify(value) }
  return typeof value === 'string' && value.trim().startsWith('{') ? ofText('json-schema', value) : undefined
}

function ofNumber(type: AssertionType, threshold: unknown): Omit<Assertion, 'weight'> | undefined {
  return typeof threshold === 'number' && Number.isFinite(threshold) ? { type, value: String(threshold) } : undefined
}

/** Patterns can only be made of texts without variables: those would have to be escaped later. */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && !/\{[{%#]/u.test(value)
}

/** A value of `contains-any` and its kind: a list, or texts with commas between them. */
function listOf(value: unknown, isList = true): string[] | undefined {
  if (!isList) return isPlain(value) ? [value] : undefined
  // promptfoo reads quotation marks in different ways, depending on its version.
  if (typeof value === 'string')
    return value.includes('"') ? undefined : listOf(value.split(',').map((each) => each.trim()))
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts = value.filter((each: unknown) => isPlain(each))
  return texts.length === value.length ? texts : undefined
}

const anyOf = (patterns: string[]) => patterns.join('|')
const allOf = (patterns: string[]) => `^${patterns.map((each) => `(?=[^]*${each})`).join('')}`
const noneOf = (patterns: string[]) => `^(?![^]*(?:${patterns.join('|')}))`

function ofPattern(
  texts: string[] | undefined,
  ignoresCase: boolean,
  combine: (patterns: string[]) => string,
): Omit<Assertion, 'weight'> | undefined {
  if (!texts) return undefined
  const patterns = texts.map((text) => patternOf(text, ignoresCase))
  const known = patterns.filter((each) => each !== undefined)
  return known.length === patterns.length ? { type: 'regex', value: combine(known) } : undefined
}

/** Classes such as `[aA]`, because not every browser has a modifier for case. Undefined if a letter changes its length. */
function patternOf(text: string, ignoresCase: boolean): string | undefined {
  let pattern = ''
  for (const char of text) {
    const lower = char.toLowerCase()
    const upper = char.toUpperCase()
    if (!ignoresCase || lower === upper) pattern += char.replace(/[$()*+./?[\\\]^{|}]/u, String.raw`\$&`)
    else if (lower.length === 1 && upper.length === 1) pattern += `[${lower}${upper}]`
    else return undefined
  }
  return pattern
}
