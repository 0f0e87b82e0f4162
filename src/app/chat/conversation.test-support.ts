import type { Reply } from './conversation.ts'

/** A reply of which nothing has arrived, sent at 100 ms. */
export const waitingReply: Reply = {
  kind: 'reply',
  id: 'reply-1',
  modelId: 'parley/echo',
  state: 'waiting',
  text: '',
  reasoning: '',
  sentAt: 100,
  firstDeltaAt: null,
  lastDeltaAt: null,
  deltas: 0,
  usage: null,
  finishReason: null,
  failure: null,
}
