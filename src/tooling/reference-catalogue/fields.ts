import type { JsonRecord } from '#contract/json.ts'

// The sources are edited by hand by many people: a field may be missing, null, zero or of another type.

/** A string that isn't blank, trimmed. */
export function textIn(record: JsonRecord, field: string): string | undefined {
  const value = record[field]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A positive integer: the sources write 0 for unknown limits. */
export function countIn(record: JsonRecord, field: string): number | undefined {
  const value = record[field]
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

export function flagIn(record: JsonRecord, field: string): boolean | undefined {
  const value = record[field]
  return typeof value === 'boolean' ? value : undefined
}

/** The strings in an array; undefined if the field isn't an array. */
export function textsIn(record: JsonRecord, field: string): string[] | undefined {
  const value: unknown = record[field]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
}

/** Modalities in the sources, with the contract's names. */
const modalities: Readonly<Record<string, string>> = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  video: 'video',
  pdf: 'file',
  file: 'file',
}

/** Modalities with the contract's names and order; undefined if there are none. */
export function modalitiesIn(record: JsonRecord, field: string): string[] | undefined {
  const listed = new Set(textsIn(record, field)?.map((each) => modalities[each]))
  const known = [...new Set(Object.values(modalities))].filter((each) => listed.has(each))
  return known.length > 0 ? known : undefined
}

/** The end of the training data, as precise as in the source: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export function cutoffIn(record: JsonRecord, field: string): string | undefined {
  return textIn(record, field)?.match(/^20\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/)?.[0]
}

/**
 * A valid date, `YYYY-MM-DD`. Months without a day are left out, and so is 1 January, which many write if they only know
 * the year (or, as the epoch, nothing).
 */
export function dayIn(record: JsonRecord, field: string): string | undefined {
  const value = textIn(record, field)
  if (value === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const time = Date.parse(`${value}T00:00:00Z`)
  if (Number.isNaN(time) || value.endsWith('-01-01')) return undefined
  return new Date(time).toISOString().startsWith(value) ? value : undefined
}
