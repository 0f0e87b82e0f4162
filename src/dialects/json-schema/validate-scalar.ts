import { type JsonRecord, isRecord } from '#contract/json.ts'
import type { PatternMatcher } from './match-pattern.ts'
import { OpenText } from './partial-json.ts'

export interface SchemaCheck {
  rule: JsonRecord
  value: unknown
  /** Whether more of the value may come. */
  isOpen: boolean
  add: (message: string) => void
  matchesPattern: PatternMatcher
}

/** Checks type, `const`, `enum` and the rules of texts and numbers. False if the type is wrong, so that no other rule applies. */
export function checkScalar(check: SchemaCheck): boolean {
  const { rule, value, isOpen, add } = check
  const { type } = rule
  if (type !== undefined && !(typeof type === 'string' && isOfType(value, type))) {
    const types = [type].flat().filter((each) => typeof each === 'string')
    if (types.length > 0 && !types.some((each) => isOfType(value, each))) {
      add(`must be ${types.map((each) => typeWords[each] ?? each).join(' or ')}`)
      return false
    }
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

function checkText({ rule, value, isOpen, add, matchesPattern }: SchemaCheck) {
  const text = value instanceof OpenText ? value.text : String(value)
  const { minLength, maxLength, pattern } = rule
  if (typeof maxLength === 'number' && text.length > maxLength && lengthOf(text) > maxLength)
    add(`is longer than ${maxLength} characters`)
  if (isOpen) return
  if (typeof minLength === 'number' && lengthOf(text) < minLength) add(`is shorter than ${minLength} characters`)
  if (typeof pattern === 'string' && matchesPattern(pattern, text) === false)
    add(`doesn’t match the pattern ${pattern}`)
}

/** Code points, as the specification counts. */
function lengthOf(text: string): number {
  return Array.from(text).length
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
