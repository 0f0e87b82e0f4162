import { isRecord, parseJson, type JsonRecord } from '#contract/json.ts'
import { parameterNames, parameters } from '#contract/parameters.ts'

/** What the text of further fields amounts to: the fields, or a sentence that says why none of them are sent. */
export type ExtraBody = { fields: JsonRecord; problem?: undefined } | { fields?: undefined; problem: string }

/** The fields that are the playground's own to fill. */
const own = new Set(['model', 'messages', 'stream', 'stream_options'])

/** What was typed, where its fields are sent: in it their numbers have all their digits. */
export function writtenExtra(typed: string): string {
  return readExtraBody(typed).fields ? typed : ''
}

/** Reads what a person typed as further fields of a request: one JSON object, or nothing. */
export function readExtraBody(typed: string): ExtraBody {
  if (typed.trim() === '') return { fields: {} }
  const value = parseJson(typed)
  if (value === undefined) return { problem: 'This is not JSON. Write it like {"top_k": 40}, or leave it empty.' }
  if (!isRecord(value)) return { problem: 'This must be one object in braces, like {"top_k": 40}.' }
  for (const name of Object.keys(value)) {
    if (own.has(name)) return { problem: `The playground fills in ${name} itself. Take it out.` }
    const control = parameterNames.find((each) => parameters[each].wireName === name)
    if (control)
      return { problem: `${name} has a control of its own: set ${parameters[control].label} and take it out.` }
  }
  return { fields: value }
}
