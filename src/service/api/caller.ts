import type { ServiceContext } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import type { KeyHolder, KeyRing } from '#service/state/keys-and-limits.ts'
import type { GetHeader } from './http-context.ts'

/**
 * Seed 5.2: the caller of chat and of the list, by bearer key. Throws the 401 when there is none, or a wrong one, and the
 * 429 when the caller has sent as many requests as a key may. No promise where the ring needs none.
 */
export function admitCaller(
  header: GetHeader,
  { keys, rateLimit }: Pick<ServiceContext, 'keys' | 'rateLimit'>,
): KeyHolder | Promise<KeyHolder> {
  const key = bearerOf(header)
  const admit = (found: KeyHolder | undefined) => {
    const caller = found ?? unknownCaller(key)
    rateLimit.count(caller.name)
    return caller
  }
  const found = keys.find(key)
  return found instanceof Promise ? found.then(admit) : admit(found)
}

/** The caller, by bearer key, however many requests were sent. Throws the 401 when there is none, or a wrong one. */
export async function requireCaller(header: GetHeader, keys: KeyRing): Promise<KeyHolder> {
  const key = bearerOf(header)
  return (await keys.find(key)) ?? unknownCaller(key)
}

function unknownCaller(key: string | undefined): never {
  throw key === undefined
    ? unauthorised('An API key is required. Send it as “Authorization: Bearer KEY”.')
    : unauthorised('The API key is not one of this service. Check the key, or ask for a new one.')
}

/**
 * Seed 5.3: the caller of one model, whose key may be absent; a bearer is taken as well as `x-api-key`.
 * Throws the 401 when a key is presented and wrong, and the 429 when it has sent as many requests as a key may.
 */
export async function optionalCaller(
  header: GetHeader,
  { keys, rateLimit }: Pick<ServiceContext, 'keys' | 'rateLimit'>,
): Promise<KeyHolder | undefined> {
  const key = header('x-api-key')?.trim() || bearerOf(header)
  const holder = await keys.find(key)
  if (!holder && key !== undefined) {
    throw unauthorised('The API key is not one of this service. Check the key, or leave it out to see public models.')
  }
  if (holder) rateLimit.count(holder.name)
  return holder
}

function bearerOf(header: GetHeader): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1]
}

function unauthorised(message: string): ServiceError {
  return refuse('invalid_api_key', message, { headers: { 'www-authenticate': 'Bearer' } })
}

const hidden = '(not shown)'
const secretName = /key|token|secret|auth|cookie|passw|credential|session|signature/i

/**
 * The caller's headers for a model that reports them: names are kept, every secret is replaced. A value is secret when
 * its name smells of one, or when it repeats a key that another header carries.
 */
export function shownHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const all = [...headers]
  const secrets = all
    .filter(([name]) => secretName.test(name))
    .flatMap(([, value]) => value.split(/[\s;,=]+/))
    .filter((word) => word.length >= 8)
  return Object.fromEntries(
    all.map(([name, value]) => {
      const isSecret = secretName.test(name) || secrets.some((secret) => value.includes(secret))
      return [name, isSecret ? hidden : value]
    }),
  )
}
