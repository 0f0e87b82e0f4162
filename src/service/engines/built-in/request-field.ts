import type { z } from 'zod'
import type { ChatRequest } from '#contract/chat.ts'
import { refuse } from '#service/service-error.ts'

/**
 * Reads a request field that the contract does not name; null counts as absent. Throws a `ServiceError` (400,
 * `invalid_value`) with the schema's message when the field does not fit.
 */
export function readField<T>(request: ChatRequest, name: string, schema: z.ZodType<T>): T | undefined {
  const value = request[name]
  if (value === undefined || value === null) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refuse('invalid_value', result.error.issues[0]?.message ?? `${name} is not valid.`, { param: name })
}
