import { entityTag, isUnchanged } from './entity-tag.ts'

/** A JSON answer that is written out once and sent many times, or not at all to whoever has it. */
export interface TaggedJson {
  answer(request: Request): Promise<Response>
}

/** Below this many characters an answer fits into one packet as it is. */
const worthPacking = 1_400

/**
 * Packed once, with gzip, for callers that take it (RFC 9110, 12.5.3); each form has a tag of its own. `cacheControl`
 * must make caches ask again (`no-cache`), or the tag would never be compared.
 */
export function createTaggedJson(value: unknown, cacheControl: string): TaggedJson {
  const body = JSON.stringify(value)
  const tag = entityTag(body)
  let packed: Promise<ArrayBuffer> | undefined
  return {
    async answer({ headers: asked }) {
      const isPacked = body.length >= worthPacking && takesGzip(asked.get('accept-encoding'))
      const headers = {
        etag: isPacked ? tag.replace(/"$/u, '-gzip"') : tag,
        'cache-control': cacheControl,
        // What a host adds for a listed origin depends on that, and this header replaces the host's own.
        vary: 'accept-encoding, origin',
      }
      if (isUnchanged(asked, headers.etag)) return new Response(null, { status: 304, headers })
      const type = { 'content-type': 'application/json' }
      if (!isPacked) return new Response(body, { headers: { ...headers, ...type } })
      packed ??= gzip(body)
      return new Response(await packed, { headers: { ...headers, ...type, 'content-encoding': 'gzip' } })
    },
  }
}

function takesGzip(accepted: string | null): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/iu.test(accepted ?? '')
}

function gzip(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}
