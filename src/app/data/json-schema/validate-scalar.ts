import { type JsonRecord, isRecord } from '#contract/json.ts'
import { OpenText } from './partial-json.ts'

export interface SchemaCheck {
  rule: JsonRecord
  value: unknown
  /** Whether more of the value may come. */
  isOpen: boolean
  add: (message: string) => void
}

/** Longer patterns and texts are not matched, nor are patterns whose repeated groups repeat: some take exponential time. */
const longestPattern = 200
const longestText = 2_000
const riskyPattern = /\([^()]*[+*{][^()]*\)\s*[+*{]|\\[1-9]|\(\?<?[=!]|[+*}][^()]*\|[^()]*\)[+*{]/u

/** Checks type, `const`, `enum` and the rules of texts and numbers. False if the type is wrong, so that no other rule applies. */
export function checkScalar(check: SchemaCheck): boolean {
  const { rule, value, isOpen, add } = check
  const types = [rule['type']].flat().filter((each) => typeof each === 'string')
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    add(`must be ${types.map((type) => typeWords[type] ?? type).join(' or ')}`)
    return false
  }
  if (value instanceof OpenText || typeof value === 'string') checkText(check)
  if (isOpen) return true
  if (Object.hasOwn(rule, 'const') && !isSame(rule['const'], value)) add(`must be ${shortJson(rule['const'])}`)
  const { enum: values } = rule
  if (Array.isArray(values) && !values.some((each) => isSame(each, value))) {
    add(`must be one of ${values.slice(0, 10).map(shortJson).join(', ')}`)
  }
  if (typeof value === 'number') checkNumber(rule, value, add)
  return true
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

function isOfType(value: unknown, type: string): boolean {
  if (value instanceof OpenText) return type === 'string'
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function checkText({ rule, value, isOpen, add }: SchemaCheck) {
  const text = value instanceof OpenText ? value.text : String(value)
  const { minLength, maxLength, pattern } = rule
  // Code points, as the specification counts.
  const length = typeof minLength === 'number' || typeof maxLength === 'number' ? Array.from(text).length : 0
  if (typeof maxLength === 'number' && length > maxLength) add(`is longer than ${maxLength} characters`)
  if (isOpen) return
  if (typeof minLength === 'number' && length < minLength) add(`is shorter than ${minLength} characters`)
  if (typeof pattern === 'string' && !matchesPattern(pattern, text)) add(`doesn’t match the pattern ${pattern}`)
}

function matchesPattern(pattern: string, text: string): boolean {
  if (pattern.length > longestPattern || text.length > longestText || riskyPattern.test(pattern)) return true
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

function checkNumber(rule: JsonRecord, value: number, add: (message: string) => void) {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = rule
  if (typeof minimum === 'number' && value < minimum) add(`must be at least ${minimum}`)
  if (typeof maximum === 'number' && value > maximum) add(`must be at most ${maximum}`)
  if (typeof above === 'number' && value <= above) add(`must be greater than ${above}`)
  if (typeof below === 'number' && value >= below) add(`must be less than ${below}`)
  if (typeof multipleOf === 'number' && multipleOf > 0) {
    const times = value / multipleOf
    // 0.3 / 0.1 isn't exactly 3.
    if (Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times)))
      add(`must be a multiple of ${multipleOf}`)
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

function shortJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
