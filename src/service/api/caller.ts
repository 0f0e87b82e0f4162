import type { KeyScope } from '#contract/keys.ts'
import type { Clock, ServiceContext } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import { type Reservation, nothing } from '#service/state/spending.ts'
import type { GetHeader, HttpContext } from './http-context.ts'

type KeyContext = Pick<ServiceContext, 'keys' | 'clock'>
type CallerContext = KeyContext & Pick<ServiceContext, 'rateLimit'>

/**
 * Seed 5.2: identifies the caller by bearer key, or by `x-api-key` where an interface uses that header. Throws a 401 for a
 * missing, unknown or expired key. Returns a promise only if the key ring does.
 */
export function identifyCaller(
  header: GetHeader,
  { keys, clock }: KeyContext,
  takesKeyHeader = false,
): KeyHolder | Promise<KeyHolder> {
  const key = (takesKeyHeader && header('x-api-key')?.trim()) || bearerToken(header)
  const check = (found: KeyHolder | undefined) => {
    const caller = found ?? unknownCaller(key)
    requireValid(caller, clock)
    return caller
  }
  const found = keys.find(key)
  return found instanceof Promise ? found.then(check) : check(found)
}

/**
 * Counts a request. Throws a 403 if the key lacks the scope, and a 429 above the rate limit. Returns a promise, which rejects
 * instead, only if the rate limit does.
 */
export function admitRequest(
  caller: KeyHolder,
  { rateLimit }: Pick<ServiceContext, 'rateLimit'>,
  scope?: KeyScope,
): void | Promise<void> {
  if (scope !== undefined) requireScope(caller, scope)
  return rateLimit.count(caller)
}

/** Identifies the caller and counts the request. */
export async function admitCaller(
  header: GetHeader,
  service: CallerContext,
  scope?: KeyScope,
  takesKeyHeader = false,
): Promise<KeyHolder> {
  const caller = await identifyCaller(header, service, takesKeyHeader)
  await admitRequest(caller, service, scope)
  return caller
}

function requireValid({ name, terms }: KeyHolder, clock: Clock): void {
  const expiry = terms?.expires_at
  if (typeof expiry !== 'string' || Date.parse(expiry) > clock.now()) return
  const message = `The key ${name} expired at ${expiry}. Ask for a new one.`
  throw refuse('key_expired', message, { headers: { 'www-authenticate': 'Bearer' } })
}

const scopesWithoutTerms: readonly KeyScope[] = ['chat', 'models']

/** Whether a key has a scope. Keys without terms may chat and list models. */
export function hasScope({ terms }: KeyHolder, scope: KeyScope): boolean {
  return (terms?.scopes ?? scopesWithoutTerms).includes(scope)
}

function requireScope(caller: KeyHolder, scope: KeyScope): void {
  if (hasScope(caller, scope)) return
  const cure = scope === 'admin' ? ' Create one on the server with “npm run keys -- add NAME --scopes admin”.' : ''
  throw refuse('scope_missing', `The key ${caller.name} lacks the scope “${scope}”. Use a key that has it.${cure}`)
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
  { keys, rateLimit, clock }: CallerContext,
): Promise<KeyHolder | undefined> {
  const key = header('x-api-key')?.trim() || bearerToken(header)
  const holder = await keys.find(key)
  if (!holder && key !== undefined) {
    throw unauthorized('Invalid API key. Check the key, or omit it to see public models.')
  }
  if (holder) {
    requireValid(holder, clock)
    requireScope(holder, 'models')
    await rateLimit.count(holder)
  }
  return holder
}

/** Waits for a reservation. It is released, and the returned promise rejects, if the caller disconnects meanwhile. */
export async function reservedFor(
  http: Pick<HttpContext, 'isClosed'>,
  reserved: Promise<Reservation>,
): Promise<Reservation> {
  const reservation = await reserved
  if (!http.isClosed) return reservation
  reservation.settle(nothing)
  throw new DOMException('The caller disconnected.', 'AbortError')
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
