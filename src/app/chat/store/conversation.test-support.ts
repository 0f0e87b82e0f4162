import { emptyReply, type Reply } from '#app/data/message.ts'

/** A reply of which nothing has arrived, sent at 100 ms. */
export const waitingReply: Reply = {
  kind: 'reply',
  id: 'reply-1',
  parent: null,
  createdAt: 0,
  modelId: 'parley/echo',
  state: 'waiting',
  text: '',
  sentAt: 100,
  ...emptyReply,
}
