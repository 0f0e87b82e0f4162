import type { ChatRequestBody } from '#app/data/chat-stream.ts'

/** A request to be written as code. The key is never part of it: code reads it from the environment. */
export interface CodeRequest {
  /** Where the interface is, with its version and no slash at the end: `https://example.org/v1`. */
  baseUrl: string
  /** Without `stream`, which is said apart. */
  body: ChatRequestBody
  stream: boolean
}

/** The variable of the environment that holds the key, in every example. */
export const keyVariable = 'PARLEY_KEY'

/** The body as it is sent. */
export function bodyOf({ body, stream }: CodeRequest): ChatRequestBody {
  return stream ? { ...body, stream: true } : body
}
