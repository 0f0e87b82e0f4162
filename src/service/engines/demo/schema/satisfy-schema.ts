import { type JsonRecord, isRecord } from '#contract/json.ts'
import { type RandomNumbers, createSeededRandom } from '#service/engines/demo/demo-model.ts'
import { isSameJson, itemSchema, matchesSchema, namesIn, numberAt, propertySchemas } from './matches-schema.ts'
import { schemaVariants, shuffled } from './schema-variants.ts'
import { writeNumber, writeString } from './write-scalar.ts'
import { OverBudget, type WorkBudget, createWorkBudget } from './work-budget.ts'

/** Settings of `satisfySchema`. */
export interface SatisfyOptions {
  /** The same seed gives the same value. */
  seed: string
  /** Whether to leave out everything that isn't required. */
  small?: boolean
  /** Limits the time; the default is enough for large schemas. */
  maxSteps?: number
}

/**
 * A value that satisfies a JSON Schema, or undefined if none was found. It understands types, `enum`, `const`, bounds,
 * simple patterns, common formats, objects, arrays, local references, `allOf`, `anyOf`, `oneOf`, `not` and `if`. Time, depth
 * and size are bounded, whatever the schema.
 */
export function satisfySchema(
  schema: unknown,
  { seed, small = false, maxSteps = 50_000 }: SatisfyOptions,
): { value: unknown } | undefined {
  // A schema that is too much work in full may have a small value.
  for (const isSmall of small ? [true] : [false, true]) {
    try {
      const value = new ValueWriter(schema, { random: createSeededRandom(seed), small: isSmall, maxSteps }).write()
      if (value !== undefined) return { value }
    } catch (reason) {
      if (!(reason instanceof OverBudget)) throw reason
    }
  }
  return undefined
}

const maxDepth = 40
/** Below this depth, and after this many values, only what is required is written. */
const fullDepth = 4
const fullSize = 200
/** More required items than this are refused. */
const maxItems = 1000
/** How often an array or object is written again that its schema doesn't allow. */
const attempts = 5
/** The same for other values, which are cheap. */
const scalarAttempts = 30

/** Keywords that a written value may violate, so that it has to be checked. */
const uncertain = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames', 'patternProperties']

const scalarTypes = ['string', 'integer', 'number', 'boolean', 'null']
const allTypes = [...scalarTypes, 'array', 'object']

/** Writes one value. JSON has no undefined, so that means that there is no value. */
class ValueWriter {
  #written = 0
  readonly #schema: unknown
  readonly #random: RandomNumbers
  readonly #small: boolean
  readonly #work: WorkBudget

  constructor(
    schema: unknown,
    { random, small, maxSteps }: { random: RandomNumbers; small: boolean; maxSteps: number },
  ) {
    this.#schema = schema
    this.#random = random
    this.#small = small
    this.#work = createWorkBudget(schema, maxSteps)
  }

  write(): unknown {
    return this.#valueOf(this.#schema, 0)
  }

  #valueOf(schema: unknown, depth: number): unknown {
    if (depth > maxDepth) return undefined
    const isChecked = depth === 0 || (isRecord(schema) && uncertain.some((keyword) => Object.hasOwn(schema, keyword)))
    const small = this.#isSmallAt(depth)
    for (const variant of schemaVariants(schema, this.#work, { random: this.#random, small })) {
      for (let attempt = 1; attempt <= scalarAttempts; attempt++) {
        const value = this.#fromVariant(variant, depth)
        if (value === undefined) break
        if (!isChecked || matchesSchema(schema, value, this.#work)) {
          this.#written += 1
          return value
        }
        if (typeof value === 'object' && attempt === attempts) break
      }
    }
    return undefined
  }

  #isSmallAt(depth: number): boolean {
    return this.#small || depth >= fullDepth || this.#written > fullSize
  }

  #fromVariant(schema: JsonRecord, depth: number): unknown {
    this.#work.step()
    const { enum: list } = schema
    if (Array.isArray(list)) {
      // From a random place on: to shuffle a long list for each item would take long.
      const start = Math.floor(this.#random() * list.length)
      const matches = (each: unknown) => matchesSchema({ ...schema, enum: undefined }, each, this.#work)
      for (let at = 0; at < list.length; at++) {
        const each: unknown = list[(start + at) % list.length]
        if (matches(each)) return each
      }
      return undefined
    }
    const types = this.#typesOf(schema)
    // The last resort of a small value is one with parts of its own.
    const ordered = this.#isSmallAt(depth)
      ? types.toSorted((one, other) => Number(!scalarTypes.includes(one)) - Number(!scalarTypes.includes(other)))
      : types
    for (const type of ordered) {
      const value = this.#ofType(type, schema, depth)
      if (value !== undefined) return value
    }
    return undefined
  }

  #typesOf(schema: JsonRecord): string[] {
    const { type } = schema
    if (type !== undefined) return shuffled(namesIn(Array.isArray(type) ? type : [type]), this.#random)
    if (schema['properties'] !== undefined || schema['required'] !== undefined) return ['object', ...scalarTypes]
    if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array', ...scalarTypes]
    if (['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'].some((each) => each in schema)) {
      return ['number', ...scalarTypes]
    }
    return allTypes
  }

  #ofType(type: string, schema: JsonRecord, depth: number): unknown {
    switch (type) {
      case 'string':
        return writeString(schema, this.#random)
      case 'integer':
      case 'number':
        return writeNumber(schema, type === 'integer', this.#random)
      case 'boolean':
        return this.#random() < 0.5
      case 'null':
        return null
      case 'array':
        return this.#array(schema, depth)
      case 'object':
        return this.#object(schema, depth)
      default:
        return undefined
    }
  }

  #array(schema: JsonRecord, depth: number): unknown[] | undefined {
    const { prefixItems, items, contains, uniqueItems } = schema
    const listed = [prefixItems, items].find((each): each is unknown[] => Array.isArray(each))?.length ?? 0
    const hasContained = contains !== undefined
    const contained = hasContained ? Math.max(0, numberAt(schema, 'minContains', 1)) : 0
    const min = Math.max(numberAt(schema, 'minItems', 0), contained)
    const max = numberAt(schema, 'maxItems', Infinity)
    if (min > maxItems || min > max) return undefined
    const wished = this.#isSmallAt(depth) ? min : Math.max(min, listed, 1) + Math.floor(this.#random() * 2)
    const array: unknown[] = []
    // Items that have to be different may need several attempts.
    for (let tries = 0; array.length < Math.min(wished, max) && tries < 3 * wished + 60; tries++) {
      const item = itemSchema(schema, array.length)
      const isContained = array.length >= listed && array.length < listed + contained
      const value = this.#valueOf(hasContained && isContained ? { allOf: [contains, item] } : item, depth + 1)
      if (value === undefined) break
      if (uniqueItems === true && array.some((each) => isSameJson(each, value, this.#work))) continue
      array.push(value)
    }
    return array.length < min ? undefined : array
  }

  #object(schema: JsonRecord, depth: number): JsonRecord | undefined {
    const { properties, dependentRequired } = schema
    const known = isRecord(properties) ? Object.keys(properties) : []
    const required = new Set(namesIn(schema['required']))
    for (const name of required) {
      // Grows while it is read, so that dependents of dependents are required, too.
      const needed =
        isRecord(dependentRequired) && Object.hasOwn(dependentRequired, name) ? dependentRequired[name] : []
      for (const other of namesIn(needed)) required.add(other)
    }
    const min = numberAt(schema, 'minProperties', 0)
    const max = numberAt(schema, 'maxProperties', Infinity)
    if (min > maxItems || required.size > max) return undefined

    const members = new Map<string, unknown>()
    const add = (name: string): boolean => {
      const schemas = propertySchemas(schema, name, this.#work)
      const value = this.#valueOf(schemas.length === 1 ? schemas[0] : { allOf: schemas }, depth + 1)
      if (value !== undefined) members.set(name, value)
      return value !== undefined
    }
    const optional = known.filter(
      (name) => !required.has(name) && !(isRecord(dependentRequired) && name in dependentRequired),
    )
    let room = Math.min(max, this.#isSmallAt(depth) ? min : Infinity) - required.size
    for (const name of [...known, ...required]) {
      this.#work.step()
      if (members.has(name)) continue
      if (required.has(name)) {
        if (!add(name)) return undefined
      } else if (room > 0 && optional.includes(name) && add(name)) {
        room -= 1
      }
    }
    for (let at = 1; members.size < min && at <= min + known.length; at++) {
      if (!members.has(`field${at}`) && !add(`field${at}`)) return undefined
    }
    // Unlike an assignment, this treats `__proto__` as any other name.
    return Object.fromEntries(members)
  }
}
