import type { ErrorBody } from '#contract/errors.ts'
import type { ServedBy } from '#service/engines/engine.ts'
import type { ServiceError } from '#service/service-error.ts'
import type { GetHeader } from './http-context.ts'

/** A complete response. */
export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** Null for responses without a body, such as a 304. */
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Creates an error response, in the contract's shape unless another body is given. The error's own headers come first. */
export function errorResponse(
  refusal: ServiceError,
  requestId: string,
  body: object = { error: refusal.detail } satisfies ErrorBody,
  headers: Readonly<Record<string, string>> = {},
) {
  return {
    status: refusal.status,
    headers: {
      ...headers,
      ...refusal.headers,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
    body: JSON.stringify(body),
  }
}

/** Names the member of a route that answered, as `ENGINE/MODEL`. Nothing for other models. */
export function servedByHeader(by: ServedBy | undefined): Readonly<Record<string, string>> {
  // A model's id may have characters that a header can't.
  return by ? { 'x-parley-served-by': `${by.engine}/${by.model}`.replaceAll(/[^\x20-\x7e]/g, '?') } : {}
}

/** A strong ETag from a 64-bit hash. Not cryptographic. */
function entityTag(text: string): string {
  return `"${fnv1a(text, 0x811c9dc5)}${fnv1a(text, 0x9747b28c)}"`
}

/** RFC 9110, 13.1.2. */
function matchesTag(header: GetHeader, tag: string): boolean {
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

/** A JSON response that is serialized once and supports `If-None-Match`. */
export interface EtaggedJson {
  respondTo(header: GetHeader): Promise<HttpResponse>
}

/** Shorter bodies fit into one packet uncompressed. */
const minCompressedLength = 1_400

/**
 * Compresses once with gzip, for callers that accept it (RFC 9110, 12.5.3); each encoding has its own ETag. `cacheControl`
 * must require revalidation (`no-cache`), or the ETag has no effect. `varies` names further request headers that the value
 * depends on.
 */
export function createEtaggedJson(value: unknown, cacheControl: string, ...varies: string[]): EtaggedJson {
  const body = JSON.stringify(value)
  const tag = entityTag(body)
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined
  return {
    async respondTo(header) {
      const isCompressed = body.length >= minCompressedLength && acceptsEncoding('gzip', header('accept-encoding'))
      const headers = {
        etag: isCompressed ? tag.replace(/"$/u, '-gzip"') : tag,
        'cache-control': cacheControl,
        // This replaces the host's own `vary: origin` header, so it must be repeated.
        vary: ['accept-encoding', ...varies, 'origin'].join(', '),
      }
      if (matchesTag(header, headers.etag)) return { status: 304, headers, body: null }
      const type = { 'content-type': 'application/json' }
      if (!isCompressed) return { status: 200, headers: { ...headers, ...type }, body }
      compressed ??= gzip(body)
      return { status: 200, headers: { ...headers, ...type, 'content-encoding': 'gzip' }, body: await compressed }
    },
  }
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let step = await reader.read(); !step.done; step = await reader.read()) pieces.push(step.value)
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
