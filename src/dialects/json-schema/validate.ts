import { type JsonRecord, isRecord } from '#contract/json.ts'
import { createPatternMatcher } from './match-pattern.ts'
import { OpenText } from './partial-json.ts'
import { type SchemaCheck, checkScalar } from './validate-scalar.ts'

/** A part of a value that doesn't match its schema. */
export interface Violation {
  /** Where it is, like `lines[0].price`; empty for the whole value. */
  path: string
  message: string
}

/** More are not listed. */
const mostViolations = 100
/** Deeper schemas and values are not followed; a schema that refers to itself would never end. */
const deepest = 100
/** Most rules have none of these. */
const combining = ['allOf', 'anyOf', 'oneOf', 'not', 'if'] as const
/** Steps of one check. A hostile schema ends here instead of holding up the page. */
const mostSteps = 100_000

/**
 * The violations of a JSON Schema (2020-12). Unknown keywords are ignored; `docs/decisions/0015-json-schema.md` lists what is
 * not checked.
 * `open` holds the containers that are still being written: only what no further text can repair is a violation of them.
 */
export function validateJson(schema: unknown, value: unknown, open: ReadonlySet<object> = new Set()): Violation[] {
  const found: Violation[] = []
  let steps = 0
  let isCutShort = false
  const matchesPattern = createPatternMatcher()
  /** What references point to; finding it is slower than a step. */
  const targets = new Map<string, unknown>()

  function isExhausted(depth: number): boolean {
    steps += 1
    if (steps <= mostSteps && depth <= deepest) return false
    isCutShort = true
    return true
  }

  const isOpenValue = (each: unknown) =>
    each instanceof OpenText || (typeof each === 'object' && each !== null && open.has(each))

  /** Adds to `into` what is wrong. */
  function check(rule: unknown, each: unknown, path: string, into: Violation[], depth: number): void {
    if (isExhausted(depth) || into.length >= mostViolations) return
    const add = (message: string) => void into.push({ path, message })
    if (rule === false) return add('isn’t allowed here')
    if (!isRecord(rule)) return
    if (typeof rule['$ref'] === 'string') {
      const reference = rule['$ref']
      if (!targets.has(reference)) targets.set(reference, resolve(schema, reference))
      const target = targets.get(reference)
      if (target !== undefined) check(target, each, path, into, depth + 1)
    }
    const matches = (other: unknown) => {
      const wrong: Violation[] = []
      check(other, each, path, wrong, depth + 1)
      return wrong.length === 0
    }
    const scalar: SchemaCheck = { rule, value: each, isOpen: isOpenValue(each), add, matchesPattern }
    if (!checkScalar(scalar)) return
    if (combining.some((keyword) => rule[keyword] !== undefined)) checkCombined(rule, each, path, into, depth, matches)
    if (Array.isArray(each)) checkArray(rule, each, path, into, depth)
    else if (isRecord(each) && !(each instanceof OpenText)) checkObject(rule, each, path, into, depth)
  }

  function checkCombined(
    rule: JsonRecord,
    each: unknown,
    path: string,
    into: Violation[],
    depth: number,
    matches: (other: unknown) => boolean,
  ) {
    for (const part of listOf(rule['allOf'])) check(part, each, path, into, depth + 1)
    const any = listOf(rule['anyOf'])
    if (any.length > 0 && !any.some(matches)) into.push({ path, message: 'matches none of the allowed forms' })
    const one = listOf(rule['oneOf'])
    const matched = one.filter(matches).length
    if (one.length > 0 && matched === 0) into.push({ path, message: 'matches none of the allowed forms' })
    // What is still being written may match fewer of them in the end.
    if (hasOpenPart(each)) return
    if (matched > 1) into.push({ path, message: `matches ${matched} forms where one is allowed` })
    if (rule['not'] !== undefined && matches(rule['not'])) into.push({ path, message: 'has a form that isn’t allowed' })
    const { if: condition, then, else: otherwise } = rule
    const branch = condition === undefined ? undefined : matches(condition) ? then : otherwise
    if (branch !== undefined) check(branch, each, path, into, depth + 1)
  }

  /** While a text is being written, the containers around its end are open, so the outermost tells. */
  const hasOpenPart = isOpenValue

  function checkArray(rule: JsonRecord, each: unknown[], path: string, into: Violation[], depth: number) {
    const { minItems, maxItems, items, uniqueItems, contains, minContains = 1, maxContains } = rule
    const add = (message: string) => void into.push({ path, message })
    if (typeof maxItems === 'number' && each.length > maxItems) add(`has more than ${maxItems} items`)
    const fixed = listOf(rule['prefixItems'])
    each.forEach((item, index) => {
      const itemRule = index < fixed.length ? fixed[index] : items
      if (itemRule !== undefined) check(itemRule, item, `${path}[${index}]`, into, depth + 1)
    })
    if (isOpenValue(each)) return
    if (typeof minItems === 'number' && each.length < minItems) add(`has fewer than ${minItems} items`)
    if (uniqueItems === true && new Set(each.map((item) => JSON.stringify(item))).size < each.length) {
      add('has equal items')
    }
    if (contains !== undefined) {
      const isItem = (item: unknown) => {
        const wrong: Violation[] = []
        check(contains, item, path, wrong, depth + 1)
        return wrong.length === 0
      }
      const count = each.filter(isItem).length
      if (typeof minContains === 'number' && count < minContains) add('lacks a required item')
      if (typeof maxContains === 'number' && count > maxContains) add('has too many items of one form')
    }
  }

  function checkObject(rule: JsonRecord, each: JsonRecord, path: string, into: Violation[], depth: number) {
    const properties = isRecord(rule['properties']) ? rule['properties'] : {}
    const { additionalProperties: others, maxProperties, minProperties, propertyNames } = rule
    const add = (message: string) => void into.push({ path, message })
    const names = Object.keys(each)
    const patterns = isRecord(rule['patternProperties']) ? Object.entries(rule['patternProperties']) : []
    for (const name of names) {
      const place = path === '' ? name : `${path}.${name}`
      if (propertyNames !== undefined) check(propertyNames, name, place, into, depth + 1)
      // A pattern that can't be tested says neither that the field is another one nor what it holds.
      const named = patterns.flatMap(([pattern, ofPattern]) => {
        const isMatch = matchesPattern(pattern, name)
        return isMatch === false ? [] : [isMatch === true ? ofPattern : true]
      })
      for (const ofPattern of named) check(ofPattern, each[name], place, into, depth + 1)
      if (Object.hasOwn(properties, name)) check(properties[name], each[name], place, into, depth + 1)
      else if (named.length === 0 && others === false) into.push({ path: place, message: 'isn’t in the schema' })
      else if (named.length === 0 && others !== undefined) check(others, each[name], place, into, depth + 1)
    }
    if (typeof maxProperties === 'number' && names.length > maxProperties) add(`has more than ${maxProperties} fields`)
    if (isOpenValue(each)) return
    if (typeof minProperties === 'number' && names.length < minProperties) add(`has fewer than ${minProperties} fields`)
    for (const name of listOf(rule['required'])) {
      if (typeof name === 'string' && !Object.hasOwn(each, name)) add(`lacks "${name}"`)
    }
    checkDependent(rule, each, path, into, depth)
  }

  /** What other fields require that are there. */
  function checkDependent(rule: JsonRecord, each: JsonRecord, path: string, into: Violation[], depth: number) {
    const { dependentRequired, dependentSchemas } = rule
    for (const [name, required] of isRecord(dependentRequired) ? Object.entries(dependentRequired) : []) {
      if (!Object.hasOwn(each, name)) continue
      for (const other of listOf(required)) {
        if (typeof other === 'string' && !Object.hasOwn(each, other))
          into.push({ path, message: `lacks "${other}", which "${name}" requires` })
      }
    }
    for (const [name, dependent] of isRecord(dependentSchemas) ? Object.entries(dependentSchemas) : []) {
      if (Object.hasOwn(each, name)) check(dependent, each, path, into, depth + 1)
    }
  }

  try {
    if (value !== undefined) check(schema, value, '', found, 0)
  } catch (error) {
    // Comparing with a `const` that is nested thousands deep.
    if (!(error instanceof RangeError)) throw error
    isCutShort = true
  }
  const listed = found.slice(0, mostViolations)
  if (isCutShort) listed.push({ path: '', message: 'is too complex to check against this schema completely' })
  return listed
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The part of a schema that a local reference points to, such as `#/$defs/line`. */
function resolve(schema: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  let at: unknown = schema
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = decodePart(part)
    if (Array.isArray(at)) at = (at as unknown[])[Number(name)]
    else if (isRecord(at) && Object.hasOwn(at, name)) at = at[name]
    else return undefined
  }
  return at
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}
