import { entityTag, isUnchanged } from './entity-tag.ts'

/** A JSON answer that is written out once and sent many times, or not at all to whoever has it. */
export interface TaggedJson {
  answer(request: Request): Response
}

/** `cacheControl` must make caches ask again (`no-cache`), or the tag would never be compared. */
export function createTaggedJson(value: unknown, cacheControl: string): TaggedJson {
  const body = JSON.stringify(value)
  const tag = entityTag(body)
  const headers = { etag: tag, 'cache-control': cacheControl }
  return {
    answer(request) {
      if (isUnchanged(request.headers, tag)) return new Response(null, { status: 304, headers })
      return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
    },
  }
}
