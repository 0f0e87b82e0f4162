import { z } from 'zod'

/** An object of exactly these fields; a wrong one is refused with what there is instead. */
export function exactly<const Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return 'must be an object'
      const wrong = issue.keys.map((key) => `“${key}”`).join(', ')
      return `may not have ${wrong}; allowed are ${Object.keys(shape).join(', ')}${aboutKeys(issue.keys)}`
    },
  })
}

function aboutKeys(names: readonly string[]): string {
  return names.some((name) => /key/i.test(name))
    ? '. A key never stands in this file: name the variable that holds an engine’s key with apiKeyEnv, and set those of callers with PARLEY_API_KEYS or “npm run keys”'
    : ''
}

/** What is allowed, where a schema has no words of its own. It goes on from the name of the field: “must be …”. */
export const ruleOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}`
  return undefined
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

/** Where in a JSON value a complaint belongs: `engines[0].baseUrl`, `models["acme/tiny"].status`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = String(step)
    if (!/^[\w$]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`
    return text === '' ? name : `${text}.${name}`
  }, '')
}
