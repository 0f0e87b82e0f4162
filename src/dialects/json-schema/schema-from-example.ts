import { type JsonRecord, isRecord } from '#contract/json.ts'

/** Deeper parts of an example allow any value. */
const deepest = 30

/** A JSON Schema that the example matches: every field is required and no other allowed, as strict schemas must be. */
export function schemaFromExample(example: unknown, depth = 0): JsonRecord {
  if (depth > deepest) return {}
  if (example === null) return { type: 'null' }
  if (Array.isArray(example)) {
    const forms = example.slice(0, 100).map((item: unknown) => schemaFromExample(item, depth + 1))
    const items = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()]
    if (items.length === 0) return { type: 'array' }
    return { type: 'array', items: items.length === 1 ? items[0] : { anyOf: items } }
  }
  if (isRecord(example)) {
    const entries = Object.entries(example).map(([name, value]) => [name, schemaFromExample(value, depth + 1)])
    return {
      type: 'object',
      properties: Object.fromEntries(entries),
      required: Object.keys(example),
      additionalProperties: false,
    }
  }
  if (typeof example === 'number') return { type: Number.isInteger(example) ? 'integer' : 'number' }
  return { type: typeof example }
}
