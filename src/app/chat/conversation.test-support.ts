import type { Reply } from '#app/data/message.ts'

/** A reply of which nothing has arrived, sent at 100 ms. */
export const waitingReply: Reply = {
  kind: 'reply',
  id: 'reply-1',
  parent: null,
  createdAt: 0,
  modelId: 'parley/echo',
  state: 'waiting',
  text: '',
  reasoning: '',
  continuedFrom: 0,
  sentAt: 100,
  firstDeltaAt: null,
  firstTextAt: null,
  lastDeltaAt: null,
  deltas: 0,
  usage: null,
  finishReason: null,
  failure: null,
  refusedWith: null,
}
