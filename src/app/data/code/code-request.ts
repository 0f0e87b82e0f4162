import { writtenMembers } from '#contract/raw-json.ts'
import type { ChatRequestBody } from '#app/data/chat-stream.ts'

/** A request to be written as code. The key is never part of it: code reads it from the environment. */
export interface CodeRequest {
  /** Where the interface is, with its version and no slash at the end: `https://example.org/v1`. */
  baseUrl: string
  /** Without `stream`, which is said apart. */
  body: ChatRequestBody
  stream: boolean
  /** JSON in which fields of the body were written, with digits that their values may have lost. */
  written?: string
}

/** The variable of the environment that holds the key, in every example. */
export const keyVariable = 'PARLEY_KEY'

/** The body as it is sent. */
export function bodyOf({ body, stream }: CodeRequest): ChatRequestBody {
  return stream ? { ...body, stream: true } : body
}

/** The fields of the body as JSON text, their numbers with the digits that were written. */
export function membersOf(request: CodeRequest): Map<string, string> {
  return writtenMembers(bodyOf(request), request.written ?? '')
}
