import { type JsonRecord, isRecord, isShallow, parseJson } from '#contract/json.ts'
import type { ExchangeEvent } from './exchange-recorder.ts'

/** Deeper events aren't summarized: the functions below are recursive, and no service nests that deep. */
const maxDepth = 32
/** The limits of one summary. A hostile event may have any number of fields. */
const maxParts = 40
const maxPartLength = 600
/** Items of a list that are merged by index. Searching longer lists would take quadratic time. */
const maxMergedItems = 256

/** Strings that a stream sends in pieces. Other strings, such as `role`, are sent whole and may be repeated. */
const streamedNames = new Set(['content', 'reasoning', 'reasoning_content', 'refusal', 'arguments', 'thinking', 'text'])

/** The JSON object of an event, or undefined for `[DONE]`, comments and what else is not an object. */
function parseEvent(data: string): JsonRecord | undefined {
  const value = data.startsWith('{') ? parseJson(data) : undefined
  return isRecord(value) && isShallow(value, maxDepth) ? value : undefined
}

/** The top-level fields that are the same in every chunk of a stream, such as `id` and `model`, as JSON text. */
export function findSharedFields(events: readonly ExchangeEvent[]): Map<string, string> {
  const chunks = events.map(({ data }) => parseEvent(data)).filter((chunk) => chunk && Array.isArray(chunk['choices']))
  const [first, ...others] = chunks
  const shared = new Map<string, string>()
  if (!first || others.length === 0) return shared
  for (const [name, value] of Object.entries(first)) {
    if (typeof value === 'object') continue
    if (others.every((chunk) => chunk?.[name] === value)) shared.set(name, JSON.stringify(value))
  }
  return shared
}

/** A field of an event. `value` is JSON text. */
export interface EventPart {
  /** The path, shortened: `finish_reason`, `tool_calls[0].function.name`. Empty for the reply's text. */
  name: string
  value: string
  /** Whether it is a piece of generated text. */
  isDelta: boolean
}

/**
 * What an event adds to the stream, generated text first. Leaves out the fields that all events share, indexes, nulls and
 * empty values.
 */
export function summarizeEvent(data: string, shared: ReadonlyMap<string, string>): EventPart[] {
  const value = parseEvent(data)
  if (!value) return [{ name: '', value: clip(data), isDelta: false }]
  const parts: EventPart[] = []
  for (const [name, field] of Object.entries(value)) {
    if (!shared.has(name) || shared.get(name) !== JSON.stringify(field)) addParts(parts, name, name, field)
  }
  return parts.toSorted((one, other) => Number(other.isDelta) - Number(one.isDelta))
}

function addParts(parts: EventPart[], path: string, name: string, value: unknown): void {
  if (value === null || value === '' || parts.length === maxParts) return
  if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) addParts(parts, `${path}[${indexOf(item) ?? position}]`, name, item)
  } else if (isRecord(value)) {
    for (const [key, field] of Object.entries(value)) {
      if (key !== 'index' || !path.endsWith(']')) addParts(parts, `${path}.${key}`, key, field)
    }
  } else {
    const isDelta = path.startsWith('choices[') && typeof value === 'string' && streamedNames.has(name)
    const shortPath = path.replace(/^choices\[0\]\./u, '').replace(/(^|\.)delta\./u, '$1')
    parts.push({
      name: clip(isDelta && shortPath === 'content' ? '' : shortPath),
      // A part of a megabyte isn't quoted whole only to be cut.
      value: clip(JSON.stringify(typeof value === 'string' ? value.slice(0, maxPartLength) : value)),
      isDelta,
    })
  }
}

function clip(text: string): string {
  return text.length > maxPartLength ? `${text.slice(0, maxPartLength)}…` : text
}

/**
 * The reply that a stream adds up to, in the format of a reply that isn't streamed. Undefined if no event is a JSON
 * object.
 */
export function assembleResponse(events: readonly ExchangeEvent[]): JsonRecord | undefined {
  let whole: JsonRecord | undefined
  for (const { data } of events) {
    const chunk = parseEvent(data)
    if (chunk) whole = mergeRecords(whole ?? emptyRecord(), chunk)
  }
  return whole
}

/** Has no prototype, so that a field named `__proto__` is a field like any other. */
function emptyRecord(): JsonRecord {
  return { __proto__: null }
}

function mergeRecords(into: JsonRecord, chunk: JsonRecord): JsonRecord {
  for (const [key, value] of Object.entries(chunk)) {
    // Streams have a delta where whole replies have a message.
    const name = key === 'delta' && isRecord(value) ? 'message' : key
    into[name] = merge(name, into[name], value)
  }
  return into
}

function merge(name: string, before: unknown, next: unknown): unknown {
  if (next === null || next === undefined) return before ?? null
  if (typeof before === 'string' && typeof next === 'string') return streamedNames.has(name) ? before + next : next
  if (isRecord(next)) return mergeRecords(isRecord(before) ? before : emptyRecord(), next)
  if (!Array.isArray(next)) return next
  const items: unknown[] = Array.isArray(before) ? before : []
  for (const item of next as unknown[]) {
    const index = indexOf(item)
    const at =
      index === undefined || items.length > maxMergedItems ? -1 : items.findIndex((each) => indexOf(each) === index)
    if (at < 0) items.push(merge(name, undefined, item))
    else items[at] = merge(name, items[at], item)
  }
  return items
}

/** The position that an item of a streamed list names. */
function indexOf(item: unknown): number | undefined {
  return isRecord(item) && typeof item['index'] === 'number' ? item['index'] : undefined
}
