import { parseJson } from '#contract/json.ts'
import { type PartialJson, createPartialJson, valueOf } from '#dialects/json-schema/partial-json.ts'
import { type Violation, validateJson } from '#dialects/json-schema/validate.ts'
import type { ResponseFormat } from '#app/data/response-format.ts'

/** Checking takes at most this share of the time while text arrives. */
const checkingShare = 0.05

export interface JsonReading {
  json: PartialJson
  violations: readonly Violation[]
}

/** Reads the text of one reply as it grows, and checks it against the schema it was asked for. */
export interface JsonReplyReader {
  /** `now` is in milliseconds of any clock. */
  read: (text: string, isOpen: boolean, now: () => number) => JsonReading
}

export function createJsonReplyReader({ kind, schema: schemaText }: ResponseFormat): JsonReplyReader {
  const schema = kind === 'json_schema' ? parseJson(schemaText) : undefined
  let json = createPartialJson()
  let known = ''
  let violations: readonly Violation[] = []
  let nextCheck = 0
  let isFinal = false
  return {
    read(text, isOpen, now) {
      // An edit can change any part of it.
      if (!text.startsWith(known)) {
        json = createPartialJson()
        violations = []
        nextCheck = 0
      }
      if (text !== known || (!isOpen && !isFinal)) {
        known = text
        json.read(text)
        if (!isOpen) json.finish()
        const start = now()
        // A check walks the whole value, so it runs less often as the value grows.
        if (json.root && schema !== undefined && (!isOpen || start >= nextCheck)) {
          const open = new Set<object>()
          violations = validateJson(schema, valueOf(json.root, open), open)
          const end = now()
          nextCheck = end + (end - start) / checkingShare
        }
        isFinal = !isOpen
      }
      return { json, violations }
    },
  }
}

/** The verdict on a finished reply; undefined while it is open. A text that isn't JSON has one error. */
export function verdictOf(
  { json, violations }: JsonReading,
  isOpen: boolean,
): { isValid: boolean; words: string } | undefined {
  if (isOpen) return undefined
  const count = (json.isWhole ? 0 : 1) + violations.length
  if (count === 0) return { isValid: true, words: 'Valid JSON' }
  return { isValid: false, words: `Invalid: ${count} ${count === 1 ? 'error' : 'errors'}` }
}

/** Why the text isn't JSON; undefined if it is, or may still become so. */
export function syntaxProblem({ json }: JsonReading, text: string, isOpen: boolean): string | undefined {
  const { problem } = json
  if (problem) return `${problem.message} (${positionIn(text, problem.at)}).`
  if (isOpen || json.isWhole) return undefined
  return json.root ? 'The JSON is incomplete.' : 'The reply contains no JSON.'
}

/** The line and column of an index, counted from 1. */
function positionIn(text: string, at: number): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return `line ${line}, column ${at - before.lastIndexOf('\n')}`
}
