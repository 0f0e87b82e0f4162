import { connection } from '#app/data/connections/connection.ts'
import { connections } from '#app/data/connections/connections.ts'
import { isRecord } from '#contract/json.ts'

/** Shorter keys, in characters, would match ordinary words. */
const shortestKey = 6

/** All keys that this page holds. */
export function secretsIn(): string[] {
  const ids = connections.getState().others.map(({ id }) => id)
  return [connection.getState().key, ...ids.map((id) => connections.keyOf(id))].filter((key) => key !== null)
}

/** Whether JSON that will be shared contains one of the keys, such as pasted into a message by mistake. */
export function containsSecret(json: unknown, keys: readonly string[]): boolean {
  const sought = keys.filter((key) => key.length >= shortestKey)
  return sought.length > 0 && someText(json, (text) => sought.some((key) => text.includes(key)))
}

function someText(json: unknown, holds: (text: string) => boolean): boolean {
  if (typeof json === 'string') return holds(json)
  if (Array.isArray(json)) return json.some((each) => someText(each, holds))
  return isRecord(json) && Object.entries(json).some(([name, each]) => holds(name) || someText(each, holds))
}
