import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { newId, type Reply, type WrittenMessage } from '#app/data/message.ts'
import { HistoryDb, type HistoryVersion } from './history-db.ts'

/** A separate in-memory database. */
export function memoryDb(name = `test-${newId()}`, versions?: readonly HistoryVersion[]): HistoryDb {
  Dexie.dependencies.indexedDB ??= new IDBFactory()
  Dexie.dependencies.IDBKeyRange ??= IDBKeyRange
  return new HistoryDb(name, versions)
}

export function saidAt(createdAt: number, text: string, parent: string | null = null): WrittenMessage {
  return { kind: 'written', id: newId(), parent, createdAt, role: 'user', text }
}

export function replyAt(createdAt: number, text: string, parent: string, state: Reply['state'] = 'done'): Reply {
  return {
    kind: 'reply',
    id: newId(),
    parent,
    createdAt,
    modelId: 'parley/echo',
    connectionId: null,
    state,
    text,
    reasoning: '',
    continuedFrom: 0,
    sentAt: 1,
    firstDeltaAt: 2,
    firstTextAt: 2,
    lastDeltaAt: 3,
    deltas: 1,
    usage: null,
    finishReason: 'stop',
    failure: null,
    refusedWith: null,
    retryAt: null,
  }
}
