import type { z } from 'zod'
import { refuse } from '#service/service-error.ts'

/**
 * The value as its schema reads it. Throws the 400 of its first fault, in the schema's own words, with the field's
 * path as `param` (`messages[0].role`).
 */
export function checkValue<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const path = issue?.path ?? []
  const message = issue?.message ?? 'The request is not valid.'
  const param = pathText(path)
  // The rule of a nested field names that field only, so say where it stands.
  const container = pathText(path.slice(0, -1))
  throw refuse(
    'invalid_value',
    container === '' ? message : `In ${container}: ${message}`,
    param === '' ? {} : { param },
  )
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
}
