import { z } from 'zod'

/** `refused`: the request reached no engine. */
const requestOutcomes = ['finished', 'failed', 'aborted', 'refused'] as const

/** A text of a request, without images and files. */
const messageText = z.object({ role: z.string(), text: z.string() })

/**
 * A request of the log. Tokens and cost are as in the usage. `code` is that of the error; `first_token_ms` is null if the reply
 * wasn't streamed. `messages` and `reply` are null unless the log keeps texts, which it shortens.
 */
export const loggedRequest = z.object({
  request_id: z.string(),
  /** When it ended, in ISO 8601. */
  time: z.string(),
  key: z.string(),
  endpoint: z.string(),
  model: z.string().nullable(),
  engine: z.string().nullable(),
  outcome: z.enum(requestOutcomes),
  code: z.string().nullable(),
  input_tokens: z.number(),
  cached_tokens: z.number(),
  output_tokens: z.number(),
  reasoning_tokens: z.number(),
  estimated: z.boolean(),
  cost: z.number().nullable(),
  first_token_ms: z.number().nullable(),
  total_ms: z.number(),
  messages: z.array(messageText).nullable(),
  reply: z.string().nullable(),
})
export type LoggedRequest = z.infer<typeof loggedRequest>

export const loggedRequestList = z.object({ object: z.literal('list'), data: z.array(loggedRequest) })
export type LoggedRequestList = z.infer<typeof loggedRequestList>

/** The greatest number of requests in one answer. */
export const maxLoggedRequests = 1000
export const loggedRequestLimit = z.int().min(1).max(maxLoggedRequests)
export const requestIdText = z.string()
