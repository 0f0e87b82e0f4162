import type { parameters, ParameterName } from '#contract/parameters.ts'
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
