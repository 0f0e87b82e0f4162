import { z } from 'zod'
import type { NumberParameter } from './parameters.ts'

/**
 * Checks one present number of the table; its message says what is allowed. Apart from the table, so that the page,
 * which draws its controls from the table, loads no schemas for them.
 */
export function schemaOf({ allowed: { min, max, whole = false, rule } }: NumberParameter): z.ZodNumber {
  const schema = (whole ? z.int(rule) : z.number(rule)).min(min, rule)
  return max === undefined ? schema : schema.max(max, rule)
}
