import type { ParameterName } from '#contract/parameters.ts'
import type { Conversation } from '#app/chat/conversation.ts'

/** How many of these parameters were changed, also to something that may not be sent. */
export function changedCount(
  { parameters, invalid }: Pick<Conversation, 'parameters' | 'invalid'>,
  names: readonly ParameterName[],
): number {
  return names.filter((name) => parameters[name] !== undefined || invalid[name] !== undefined).length
}
