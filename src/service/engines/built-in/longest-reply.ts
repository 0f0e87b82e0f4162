import { z } from 'zod'
import type { ChatRequest } from '#contract/chat.ts'
import { readField } from './request-field.ts'

const rule = 'max_completion_tokens must be a whole number of at least 1.'
const schema = z.int(rule).min(1, rule)

/**
 * The most tokens a reply may have, undefined when nobody says: seed 4.1's `max_tokens`, or `max_completion_tokens`, as
 * newer clients call it. Where both are sent, both are kept. Engines elsewhere get either as it came.
 */
export function readLongestReply(request: ChatRequest): number | undefined {
  const newer = readField(request, 'max_completion_tokens', schema)
  const limit = Math.min(request.max_tokens ?? Infinity, newer ?? Infinity)
  return limit === Infinity ? undefined : limit
}
