/** A JSON object with unknown fields. */
export type JsonRecord = Record<string, unknown>

/** Whether a value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether a value nests no deeper than `levels`. `JSON.parse` accepts any depth, but `JSON.stringify` and other recursive
 * code would overflow the stack.
 */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1))
}

/** `JSON.parse` that returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
