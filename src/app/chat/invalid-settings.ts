import { parameterNames, parameters, type NumberParameter, type ParameterName } from '#contract/parameters.ts'
import type { Conversation } from './conversation.ts'
import { readExtraBody } from './extra-body.ts'

/** A setting that holds something that may not be sent. */
export interface InvalidSetting {
  name: ParameterName | 'extraBody'
  label: string
  /** What to do about it, in a sentence. */
  advice: string
}

/** Every setting of a pane that is left out of its requests as it stands. */
export function invalidSettings({ invalid, extraBody }: Pick<Conversation, 'invalid' | 'extraBody'>): InvalidSetting[] {
  const numbers = parameterNames.flatMap((name): InvalidSetting[] => {
    const row = parameters[name]
    if (invalid[name] === undefined || row.kind !== 'number') return []
    return [{ name, label: row.label, advice: `Enter ${allowedWords(row)}.` }]
  })
  const { problem } = readExtraBody(extraBody)
  return problem === undefined
    ? numbers
    : [...numbers, { name: 'extraBody', label: 'Other fields (JSON)', advice: problem }]
}

/** What a number may be, such as `a number from 0 to 2`. */
export function allowedWords({ allowed: { min, max, whole = false } }: NumberParameter): string {
  const number = whole ? 'a whole number' : 'a number'
  if (max !== undefined) return `${number} from ${min} to ${max}`
  return min > 0 ? `${number} of at least ${min}` : number
}
