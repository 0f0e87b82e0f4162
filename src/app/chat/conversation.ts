import type { FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { ParameterValues } from '#contract/parameters.ts'

/** What the person wrote. */
export interface UserMessage {
  kind: 'user'
  id: string
  text: string
}

/** `waiting` for the first word; `stopped` by the person; `interrupted` by a broken connection; `failed` with a reason. */
export type ReplyState = 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed' | 'interrupted'

/** What a model answered, as far as it came. Times are milliseconds of one monotonic clock. */
export interface Reply {
  kind: 'reply'
  id: string
  modelId: string
  state: ReplyState
  text: string
  reasoning: string
  sentAt: number
  firstDeltaAt: number | null
  lastDeltaAt: number | null
  /** Pieces received; stands in for the tokens until the engine tells them. */
  deltas: number
  usage: Usage | null
  finishReason: FinishReason | null
  failure: ErrorDetail | null
}

export type Entry = UserMessage | Reply

/** Everything that makes a conversation: what was set, and what was said. */
export interface Conversation {
  /** Null until one is chosen; the page then suggests the first that can be called. */
  modelId: string | null
  systemPrompt: string
  parameters: ParameterValues
  /** What stands in Message, not yet sent. */
  draft: string
  entries: readonly Entry[]
}

/** True while a reply is on its way. */
export function isBusy({ entries }: Conversation): boolean {
  const last = entries.at(-1)
  return last?.kind === 'reply' && isOpen(last)
}

/** True while more of this reply may come. */
export function isOpen(reply: Reply): boolean {
  return reply.state === 'waiting' || reply.state === 'streaming'
}
