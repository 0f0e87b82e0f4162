import type { Answer } from '#service/http/answer.ts'
import type { Exchange } from '#service/http/exchange.ts'
import { createTaggedJson, type TaggedJson } from '#service/http/tagged-json.ts'
import { createOpenApiDocument } from '#service/openapi/openapi-document.ts'

/** Answers `GET /v1/openapi.json`, which needs no key: it says nothing but what the API is. */
export function createOpenApiRoute() {
  // Written out when first asked for: most processes never are.
  let document: TaggedJson | undefined
  return ({ header }: Exchange): Promise<Answer> => {
    document ??= createTaggedJson(createOpenApiDocument(), 'no-cache')
    return document.answerTo(header)
  }
}
