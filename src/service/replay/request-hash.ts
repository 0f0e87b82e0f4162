import type { ChatRequest } from '#contract/chat.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'

/** Fields that don't change the reply. The model is hashed by its published id, since each engine has its own. */
const irrelevantFields: ReadonlySet<string> = new Set([
  'model',
  'stream',
  'stream_options',
  'user',
  'metadata',
  'store',
  'safety_identifier',
  'prompt_cache_key',
])

/** What makes two requests identical. */
export interface HashedRequest {
  request: ChatRequest
  /** The published id. */
  model: string
  caller: KeyHolder
}

/**
 * The SHA-256 of a request in hexadecimal, which is the same for any order of the fields. Keys share replies only if they
 * have the same owner; a key without an owner shares none. Undefined for a request with an integer beyond 2^53, whose digits
 * its value has lost: it must not get the reply to another one.
 */
export async function hashRequest({ request, model, caller }: HashedRequest): Promise<string | undefined> {
  const owner = caller.terms?.owner.trim() ?? ''
  const scope = owner === '' ? ['key', caller.name] : ['owner', owner]
  const relevant = Object.fromEntries(Object.entries(request).filter(([name]) => !irrelevantFields.has(name)))
  const text = canonicalJson([...scope, model, relevant])
  if (text === undefined) return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * JSON without whitespace and with sorted names, for a value from `JSON.parse`. Undefined if it has a number that lost digits:
 * an integer beyond 2^53, or infinity.
 */
export function canonicalJson(value: unknown): string | undefined {
  if (Array.isArray(value)) return joined('[', value.map(canonicalJson), ']')
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    fields.sort(([one], [other]) => (one < other ? -1 : 1))
    const written = fields.map(([name, field]) => {
      const text = canonicalJson(field)
      return text === undefined ? undefined : `${JSON.stringify(name)}:${text}`
    })
    return joined('{', written, '}')
  }
  return typeof value === 'number' && hasLostDigits(value) ? undefined : JSON.stringify(value)
}

/** `JSON.parse` reads 1e999 as infinity, and rounds integers beyond 2^53. */
function hasLostDigits(value: number): boolean {
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
}

function joined(open: string, parts: readonly (string | undefined)[], close: string): string | undefined {
  return parts.includes(undefined) ? undefined : `${open}${parts.join(',')}${close}`
}
