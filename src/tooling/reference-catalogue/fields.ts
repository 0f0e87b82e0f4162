import type { JsonRecord } from '#contract/json.ts'

// Both sources are written by hand by many people: a field may be missing, null, zero or of another type.

/** A text that isn't empty. */
export function textIn(record: JsonRecord, field: string): string | undefined {
  const value = record[field]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A count above zero: a limit of 0 is how both sources write “unknown”. */
export function countIn(record: JsonRecord, field: string): number | undefined {
  const value = record[field]
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

export function flagIn(record: JsonRecord, field: string): boolean | undefined {
  const value = record[field]
  return typeof value === 'boolean' ? value : undefined
}

/** The texts of a list; undefined where there is no list. */
export function textsIn(record: JsonRecord, field: string): string[] | undefined {
  const value: unknown = record[field]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
}

/** How the sources spell what a model reads and makes, and the contract's word for it. */
const modalities: Readonly<Record<string, string>> = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  video: 'video',
  pdf: 'file',
  file: 'file',
}

/** Modalities in the contract's words and order; undefined where none is told. */
export function modalitiesIn(record: JsonRecord, field: string): string[] | undefined {
  const told = new Set(textsIn(record, field)?.map((each) => modalities[each]))
  const known = [...new Set(Object.values(modalities))].filter((each) => told.has(each))
  return known.length > 0 ? known : undefined
}

/** The end of the training data, as precise as it is told: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export function cutoffIn(record: JsonRecord, field: string): string | undefined {
  return textIn(record, field)?.match(/^20\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/)?.[0]
}

/**
 * A whole day that exists, `YYYY-MM-DD`. “2025-01” is left out rather than given a day, and so is the first of January, which
 * is how many write that they know the year alone (and the epoch, that they know nothing).
 */
export function dayIn(record: JsonRecord, field: string): string | undefined {
  const value = textIn(record, field)
  if (value === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const time = Date.parse(`${value}T00:00:00Z`)
  if (Number.isNaN(time) || value.endsWith('-01-01')) return undefined
  return new Date(time).toISOString().startsWith(value) ? value : undefined
}
