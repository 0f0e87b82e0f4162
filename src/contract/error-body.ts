import { z } from 'zod'
import type { ErrorBody, ErrorDetail } from './errors.ts'

// Apart from errors.ts, so that what only makes or reads errors, as the page's stream reader does, loads no schemas.

const errorDetail = z.looseObject({
  message: z.string(),
  type: z.string(),
  param: z.string().nullable(),
  code: z.string().nullable(),
}) satisfies z.ZodType<ErrorDetail>

/** The body of every answer that is not a success, and of the frame that ends a failed stream. */
export const errorBody = z.object({ error: errorDetail }) satisfies z.ZodType<ErrorBody>
