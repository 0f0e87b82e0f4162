import type { NumberParameter, parameters, ParameterName } from '#contract/parameters.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'

/** The parameters of one kind, by name. */
export type NameOf<Kind extends 'number' | 'list'> = {
  [Name in ParameterName]: (typeof parameters)[Name]['kind'] extends Kind ? Name : never
}[ParameterName]

/** What the control of a parameter is given. */
export interface ControlProps<Kind extends 'number' | 'list'> {
  name: NameOf<Kind>
  store: ConversationStore
  id: string
  /** The name of the chosen model where that is known not to obey it. */
  unsupportedBy: string | undefined
}

/** What to say of a number that may not be sent. */
export function refusalOf({ allowed: { min, max, whole = false } }: NumberParameter): string {
  const number = whole ? 'a whole number' : 'a number'
  const range = max === undefined ? (min > 0 ? ` of at least ${min}` : '') : ` from ${min} to ${max}`
  return `Enter ${number}${range}, or leave it empty. It is not sent.`
}
