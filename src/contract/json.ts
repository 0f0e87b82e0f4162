/** A JSON object whose fields are not yet known. */
export type JsonRecord = Record<string, unknown>

/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `JSON.parse` whose failure is a value: undefined is never valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
