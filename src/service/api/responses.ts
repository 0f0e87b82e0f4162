import type { ErrorBody } from '#contract/errors.ts'
import type { ServiceError } from '#service/service-error.ts'
import type { GetHeader } from './http-context.ts'

/** A whole answer to one request. */
export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** Null where there is none to be sent, as beside a 304. */
  body: string | Uint8Array<ArrayBuffer> | null
}

/** A refusal as it goes out: always the contract's error shape, always with the request's id. */
export function errorResponse(refusal: ServiceError, requestId: string) {
  const body: ErrorBody = { error: refusal.detail }
  return {
    status: refusal.status,
    headers: {
      ...refusal.headers,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
    body: JSON.stringify(body),
  }
}

/** A strong ETag for a text: two texts share one only by an accident of 1 in 2^64. Not for anything secret. */
function entityTag(text: string): string {
  return `"${fnv1a(text, 0x811c9dc5)}${fnv1a(text, 0x9747b28c)}"`
}

/** Whether the caller already has what the tag stands for (RFC 9110, 13.1.2). */
function isUnchanged(header: GetHeader, tag: string): boolean {
  const known = header('if-none-match')
  if (typeof known !== 'string') return false
  return known.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

function fnv1a(text: string, basis: number): string {
  let hash = basis
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Whether an `Accept-Encoding` names this encoding without a weight of zero (RFC 9110, 12.5.3). */
export function acceptsEncoding(encoding: string, accepted: string | null | undefined): boolean {
  return new RegExp(String.raw`\b${encoding}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))`, 'iu').test(accepted ?? '')
}

/** A JSON answer that is written out once and sent many times, or not at all to whoever has it. */
export interface EtaggedJson {
  /** What to answer to a request with these headers. */
  respondTo(asked: GetHeader): Promise<HttpResponse>
}

/** Below this many characters an answer fits into one packet as it is. */
const worthPacking = 1_400

/**
 * Packed once, with gzip, for callers that take it (RFC 9110, 12.5.3); each form has a tag of its own. `cacheControl`
 * must make caches ask again (`no-cache`), or the tag would never be compared.
 */
export function createEtaggedJson(value: unknown, cacheControl: string): EtaggedJson {
  const body = JSON.stringify(value)
  const tag = entityTag(body)
  let packed: Promise<Uint8Array<ArrayBuffer>> | undefined
  return {
    async respondTo(asked) {
      const isPacked = body.length >= worthPacking && acceptsEncoding('gzip', asked('accept-encoding'))
      const headers = {
        etag: isPacked ? tag.replace(/"$/u, '-gzip"') : tag,
        'cache-control': cacheControl,
        // What a host adds for a listed origin depends on that, and this header replaces the host's own.
        vary: 'accept-encoding, origin',
      }
      if (isUnchanged(asked, headers.etag)) return { status: 304, headers, body: null }
      const type = { 'content-type': 'application/json' }
      if (!isPacked) return { status: 200, headers: { ...headers, ...type }, body }
      packed ??= gzip(body)
      return { status: 200, headers: { ...headers, ...type, 'content-encoding': 'gzip' }, body: await packed }
    },
  }
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let step = await reader.read(); !step.done; step = await reader.read()) pieces.push(step.value)
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
