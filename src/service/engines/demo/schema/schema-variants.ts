import { type JsonRecord, isRecord } from '#contract/json.ts'
import type { RandomNumbers } from '#service/engines/demo/demo-model.ts'
import { isSameJson, namesIn, propertySchemas, schemaAt } from './matches-schema.ts'
import type { WorkBudget } from './work-budget.ts'

/** How many `$ref`, `allOf` and alternatives may be inside each other before a value begins. */
const maxNesting = 32

/**
 * The ways to satisfy a schema, as schemas without references, `allOf` and alternatives, generated lazily. A value of a
 * variant may still violate `oneOf` and `not`. In a small value the simplest alternatives come first.
 */
export function* schemaVariants(
  schema: unknown,
  work: WorkBudget,
  { random, small }: { random: RandomNumbers; small: boolean },
  nesting = 0,
): Generator<JsonRecord, void> {
  work.step()
  if (schema === true) yield {}
  if (!isRecord(schema) || nesting > maxNesting) return
  work.step(Object.keys(schema).length)
  const { $ref, allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...own } = schema
  // One alternative of each group is chosen.
  const groups: (readonly unknown[])[] = []
  if (typeof $ref === 'string') groups.push([schemaAt(work.root, $ref)])
  if (Array.isArray(allOf)) groups.push(...allOf.map((each: unknown) => [each]))
  for (const options of [anyOf, oneOf]) {
    if (!Array.isArray(options)) continue
    work.step(options.length)
    const mixed = shuffled(options, random)
    groups.push(small ? mixed.toSorted((one, other) => complexity(one) - complexity(other)) : mixed)
  }
  if (condition !== undefined) groups.push([{ allOf: [condition, then ?? true] }, otherwise ?? true])

  function* combine(flat: JsonRecord, at: number): Generator<JsonRecord, void> {
    const group = groups[at]
    if (!group) {
      yield flat
      return
    }
    for (const option of group) {
      for (const variant of schemaVariants(option, work, { random, small }, nesting + 1)) {
        const merged = mergeSchemas(flat, variant, work)
        if (merged) yield* combine(merged, at + 1)
      }
    }
  }

  const { const: only, ...rest } = own
  yield* combine(Object.hasOwn(own, 'const') ? (mergeSchemas(rest, { enum: [only] }, work) ?? { enum: [] }) : own, 0)
}

function complexity(schema: unknown): number {
  if (!isRecord(schema)) return 1
  const { type, properties, items, $ref } = schema
  if ('enum' in schema || 'const' in schema || type === 'null') return 0
  if (type === 'object' || type === 'array' || properties || items || $ref !== undefined) return 2
  return 1
}

/** The elements in random order. */
export function shuffled<T>(list: readonly T[], random: RandomNumbers): T[] {
  return list
    .map((each) => ({ each, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ each }) => each)
}

type Merge = (one: unknown, other: unknown, work: WorkBudget) => unknown

const larger: Merge = (one, other) => Math.max(Number(one), Number(other))
const smaller: Merge = (one, other) => Math.min(Number(one), Number(other))
const both: Merge = (one, other) => ({ allOf: [one, other] })

/** How two values of a keyword are combined so that both hold. The first value wins for other keywords. */
const merges: Readonly<Record<string, Merge>> = {
  type: commonTypes,
  enum: (one, other, work) =>
    Array.isArray(one) && Array.isArray(other)
      ? one.filter((each) => other.some((option) => isSameJson(each, option, work)))
      : one,
  required: (one, other) => [...new Set([...namesIn(one), ...namesIn(other)])],
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  multipleOf: commonMultiple,
  uniqueItems: (one, other) => one === true || other === true,
  items: both,
  contains: both,
  propertyNames: both,
  additionalProperties: both,
  prefixItems: (one, other) => {
    if (!Array.isArray(one) || !Array.isArray(other)) return one
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
      both(one[at] ?? true, other[at] ?? true, noWork),
    )
  },
}

const noWork: WorkBudget = { root: undefined, step: () => {} }

/** A schema that both of two schemas without alternatives allow; undefined if nothing can satisfy it. */
function mergeSchemas(one: JsonRecord, other: JsonRecord, work: WorkBudget): JsonRecord | undefined {
  const merged: JsonRecord = { ...other, ...one }
  for (const keyword of Object.keys(other)) {
    if (!Object.hasOwn(one, keyword) || !Object.hasOwn(merges, keyword)) continue
    work.step()
    merged[keyword] = merges[keyword]?.(one[keyword], other[keyword], work)
  }
  const properties = [one['properties'], other['properties']].flatMap((each) =>
    isRecord(each) ? Object.keys(each) : [],
  )
  if (properties.length > 0) {
    // A property may be the business of only one of the two, and forbidden by the other.
    merged['properties'] = Object.fromEntries(
      [...new Set(properties)].map((name) => {
        work.step()
        const schemas = [...propertySchemas(one, name, work), ...propertySchemas(other, name, work)]
        return [name, schemas.length === 1 ? schemas[0] : { allOf: schemas }]
      }),
    )
  }
  const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0
  return isEmpty(merged['type']) || isEmpty(merged['enum']) ? undefined : merged
}

function commonTypes(one: unknown, other: unknown): unknown {
  const [first, second] = [one, other].map((type) => (Array.isArray(type) ? namesIn(type) : namesIn([type])))
  const allows = (types: readonly string[] = [], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  const common = [...(first ?? []), ...(second ?? [])].filter((type) => allows(first, type) && allows(second, type))
  return [...new Set(common)]
}

function commonMultiple(one: unknown, other: unknown): number {
  const [first, second] = [Number(one), Number(other)]
  if (first % second === 0) return first
  if (second % first === 0) return second
  return first * second
}
