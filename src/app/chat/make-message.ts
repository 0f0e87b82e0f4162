import { newId, nothingArrived, type Reply, type Role, type WrittenMessage } from '#app/data/message.ts'

/** What a person wrote just now, to stand after `parent`. */
export function written(role: Role, text: string, parent: string | null): WrittenMessage {
  return { kind: 'written', id: newId(), parent, createdAt: Date.now(), role, text }
}

/** A reply that is asked for now, after `parent`; `sentAt` is of the store's clock, in milliseconds. */
export function newReply(modelId: string, parent: string | null, sentAt: number): Reply {
  return {
    kind: 'reply',
    id: newId(),
    parent,
    createdAt: Date.now(),
    modelId,
    state: 'waiting',
    text: '',
    sentAt,
    ...nothingArrived,
  }
}
