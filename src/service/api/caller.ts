import type { ServiceContext } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import type { KeyHolder, KeyRing } from '#service/state/keys-and-limits.ts'
import type { GetHeader } from './http-context.ts'

/**
 * Seed 5.2: identifies the caller by bearer key, or by `x-api-key` where an interface uses that header, and counts the
 * request. Throws a 401 for a missing or unknown key, and a 429 above the rate limit. Returns a promise only if the key
 * ring does.
 */
export function admitCaller(
  header: GetHeader,
  { keys, rateLimit }: Pick<ServiceContext, 'keys' | 'rateLimit'>,
  takesKeyHeader = false,
): KeyHolder | Promise<KeyHolder> {
  const key = (takesKeyHeader && header('x-api-key')?.trim()) || bearerToken(header)
  const admit = (found: KeyHolder | undefined) => {
    const caller = found ?? unknownCaller(key)
    rateLimit.count(caller.name)
    return caller
  }
  const found = keys.find(key)
  return found instanceof Promise ? found.then(admit) : admit(found)
}

/** Identifies the caller by bearer key, without a rate limit. Throws a 401 for a missing or unknown key. */
export async function requireCaller(header: GetHeader, keys: KeyRing): Promise<KeyHolder> {
  const key = bearerToken(header)
  return (await keys.find(key)) ?? unknownCaller(key)
}

function unknownCaller(key: string | undefined): never {
  throw key === undefined
    ? unauthorized('An API key is required. Send it as “Authorization: Bearer KEY”.')
    : unauthorized('Invalid API key. Check the key, or request a new one.')
}

/**
 * Seed 5.3: identifies the caller, if any, by `x-api-key` or bearer key. Throws a 401 for an unknown key, and a 429 above
 * the rate limit.
 */
export async function optionalCaller(
  header: GetHeader,
  { keys, rateLimit }: Pick<ServiceContext, 'keys' | 'rateLimit'>,
): Promise<KeyHolder | undefined> {
  const key = header('x-api-key')?.trim() || bearerToken(header)
  const holder = await keys.find(key)
  if (!holder && key !== undefined) {
    throw unauthorized('Invalid API key. Check the key, or omit it to see public models.')
  }
  if (holder) rateLimit.count(holder.name)
  return holder
}

function bearerToken(header: GetHeader): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1]
}

function unauthorized(message: string): ServiceError {
  return refuse('invalid_api_key', message, { headers: { 'www-authenticate': 'Bearer' } })
}

const hidden = '(not shown)'
const secretName = /key|token|secret|auth|cookie|passw|credential|session|signature/i

/**
 * The caller's headers for a model that displays them, with secrets replaced. A value is secret if its name suggests so, or
 * if it contains a secret of another header.
 */
export function redactHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
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
