import { type JsonRecord, isRecord } from '#contract/json.ts'
import { readPattern } from './pattern.ts'
import type { WorkBudget } from './work-budget.ts'

/** A longer text isn't matched against a pattern. */
const longestMatched = 50
/** In steps. Reading and matching a pattern takes longer than other checks. */
const patternCost = 20

/** The types of JSON Schema, by name. */
const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  array: Array.isArray,
  null: (value) => value === null,
}

/** The schema that a local `$ref` names: `#`, or a JSON Pointer like `#/$defs/node`. Undefined if there is none. */
export function schemaAt(root: unknown, ref: string): unknown {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  let at = root
  for (const step of ref.slice(2).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = Object.entries(at).find(([key]) => key === name)?.[1]
  }
  return at
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/**
 * Whether a value satisfies a schema, for the keywords that the generator knows. Formats and patterns that could take
 * long are assumed to match. Throws `OverBudget`.
 */
export function matchesSchema(schema: unknown, value: unknown, work: WorkBudget): boolean {
  work.step()
  if (typeof schema === 'boolean') return schema
  if (!isRecord(schema)) return true
  const matches = (other: unknown, part: unknown = value) => matchesSchema(other, part, work)
  const { $ref, allOf, anyOf, oneOf, enum: list, type } = schema
  if (typeof $ref === 'string') {
    const target = schemaAt(work.root, $ref)
    if (target === undefined || !matches(target)) return false
  }
  if (Array.isArray(allOf) && !allOf.every((each) => matches(each))) return false
  if (Array.isArray(anyOf) && !anyOf.some((each) => matches(each))) return false
  if (Array.isArray(oneOf) && oneOf.filter((each) => matches(each)).length !== 1) return false
  if (schema['not'] !== undefined && matches(schema['not'])) return false
  if (schema['if'] !== undefined && !matches((matches(schema['if']) ? schema['then'] : schema['else']) ?? true)) {
    return false
  }
  if (Array.isArray(list) && !list.some((each) => isSameJson(each, value, work))) return false
  if (Object.hasOwn(schema, 'const') && !isSameJson(schema['const'], value, work)) return false
  const types: readonly unknown[] = type === undefined ? [] : Array.isArray(type) ? type : [type]
  if (types.length > 0 && !types.some((each) => typeof each === 'string' && isOfType[each]?.(value) === true)) {
    return false
  }
  if (typeof value === 'number') return matchesNumber(schema, value)
  if (typeof value === 'string') return matchesString(schema, value, work)
  if (Array.isArray(value)) return matchesArray(schema, value, work)
  return isRecord(value) ? matchesObject(schema, value, work) : true
}

/** A number of a schema, or the fallback if the keyword is absent. */
export function numberAt(schema: JsonRecord, keyword: string, fallback: number): number {
  const value = schema[keyword]
  return typeof value === 'number' ? value : fallback
}

/** Below this the remainder of a division is an error of rounding. */
const tolerance = 1e-7

function matchesNumber(schema: JsonRecord, value: number): boolean {
  const divisor = numberAt(schema, 'multipleOf', 0)
  const rest = divisor > 0 ? Math.abs(value % divisor) : 0
  return (
    value >= numberAt(schema, 'minimum', -Infinity) &&
    value <= numberAt(schema, 'maximum', Infinity) &&
    value > numberAt(schema, 'exclusiveMinimum', -Infinity) &&
    value < numberAt(schema, 'exclusiveMaximum', Infinity) &&
    (rest < tolerance || Math.abs(divisor - rest) < tolerance)
  )
}

function matchesString(schema: JsonRecord, value: string, work: WorkBudget): boolean {
  // In characters, not UTF-16 units.
  const length = Array.from(value).length
  if (length < numberAt(schema, 'minLength', 0) || length > numberAt(schema, 'maxLength', Infinity)) return false
  const { pattern } = schema
  if (typeof pattern !== 'string') return true
  work.step(patternCost)
  return matchesPattern(pattern, value) !== false
}

/** Whether a text matches a pattern; undefined if that could take long to find out. */
function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (text.length > longestMatched || readPattern(pattern)?.isSafe !== true) return undefined
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}

function matchesArray(schema: JsonRecord, value: readonly unknown[], work: WorkBudget): boolean {
  if (value.length < numberAt(schema, 'minItems', 0) || value.length > numberAt(schema, 'maxItems', Infinity)) {
    return false
  }
  if (!value.every((each, at) => matchesSchema(itemSchema(schema, at), each, work))) return false
  const { contains, uniqueItems } = schema
  if (contains !== undefined) {
    const found = value.filter((each) => matchesSchema(contains, each, work)).length
    if (found < numberAt(schema, 'minContains', 1) || found > numberAt(schema, 'maxContains', Infinity)) return false
  }
  return (
    uniqueItems !== true ||
    value.every((each, at) => value.slice(0, at).every((other) => !isSameJson(each, other, work)))
  )
}

/** The schema of one item. Before 2020-12, `items` was also a list, followed by `additionalItems`. */
export function itemSchema(schema: JsonRecord, at: number): unknown {
  const { prefixItems, items, additionalItems } = schema
  const first: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  if (at < first.length) return first[at]
  return (Array.isArray(items) ? additionalItems : items) ?? true
}

function matchesObject(schema: JsonRecord, value: JsonRecord, work: WorkBudget): boolean {
  const names = Object.keys(value)
  if (names.length < numberAt(schema, 'minProperties', 0)) return false
  if (names.length > numberAt(schema, 'maxProperties', Infinity)) return false
  const required = namesIn(schema['required'])
  work.step(required.length)
  if (!required.every((name) => Object.hasOwn(value, name))) return false
  const { propertyNames, dependentRequired } = schema
  return Object.entries(value).every(([name, each]) => {
    const needed = isRecord(dependentRequired) && Object.hasOwn(dependentRequired, name) ? dependentRequired[name] : []
    return (
      (propertyNames === undefined || matchesSchema(propertyNames, name, work)) &&
      namesIn(needed).every((other) => Object.hasOwn(value, other)) &&
      propertySchemas(schema, name, work).every((one) => matchesSchema(one, each, work))
    )
  })
}

/** The strings of a list. */
export function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** The schemas that apply to a property: its own and those of its patterns, or else the one of all others. */
export function propertySchemas(schema: JsonRecord, name: string, work: WorkBudget): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema
  const own = isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
  if (isRecord(patternProperties)) work.step(patternCost * Object.keys(patternProperties).length)
  const patterns = isRecord(patternProperties)
    ? Object.entries(patternProperties).flatMap(([pattern, each]) => (matchesPattern(pattern, name) ? [each] : []))
    : []
  if (own.length + patterns.length > 0) return [...own, ...patterns]
  return additionalProperties === undefined ? [] : [additionalProperties]
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function isSameJson(one: unknown, other: unknown, work: WorkBudget): boolean {
  work.step()
  if (one === other) return true
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((each, at) => isSameJson(each, other[at], work))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name], work))
  )
}
