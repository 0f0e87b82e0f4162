import type { Answer } from './answer.ts'
import { entityTag, isUnchanged } from './entity-tag.ts'
import type { HeaderOf } from './exchange.ts'
import { takesEncoding } from './takes-encoding.ts'

/** A JSON answer that is written out once and sent many times, or not at all to whoever has it. */
export interface TaggedJson {
  /** What to answer to a request with these headers. */
  answerTo(asked: HeaderOf): Promise<Answer>
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
  let packed: Promise<Uint8Array<ArrayBuffer>> | undefined
  return {
    async answerTo(asked) {
      const isPacked = body.length >= worthPacking && takesEncoding('gzip', asked('accept-encoding'))
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
