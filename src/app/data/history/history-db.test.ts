import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { emptySetup } from '#app/data/setup.ts'
import { type ConversationChange, readConversation, writeConversation } from './conversation-rows.ts'
import { type HistoryVersion, historyVersions } from './history-db.ts'
import { memoryDb, saidAt } from './history.test-support.ts'

function first(id: string): ConversationChange {
  const message = saidAt(1, 'hello')
  const pane = { id: 'p', setup: emptySetup, tip: message.id, draft: '' }
  const put = [{ conversationId: id, paneId: 'p', id: message.id, place: 0, stamp: 's', message }]
  const rest = { gonePanes: [], gone: [], order: ['p'], touched: true, whole: true }
  return { id, at: 5, fields: { opening: 'hello' }, panes: [pane], put, ...rest }
}

test('opens a database of the first version, and keeps files in it from then on', async () => {
  memoryDb('unused').close()
  const db = new Dexie('first')
  db.version(1).stores(historyVersions[0]?.tables ?? {})
  const { panes, put } = first('a')
  // The rows as the first version wrote them.
  const row = { id: 'a', title: null, opening: 'hello', pinned: false, createdAt: 5, updatedAt: 5, deletedAt: null }
  await db.table('conversations').put({ ...row, detached: false, draft: 'typed', panes })
  await db.table('messages').bulkPut(put)
  db.close()
  const again = memoryDb('first')
  const saved = await readConversation(again, 'a')
  expect(saved?.messages.map(({ message }) => message.text)).toEqual(['hello'])
  expect(saved?.row.draft).toBe('typed')
  expect(again.verno).toBe(2)
  expect(await again.attachments.count()).toBe(0)
  expect(await again.messages.where('hashes').equals('x').count()).toBe(0)
  again.close()
})

test('only appends versions, with one primary key per table', () => {
  expect(historyVersions.map(({ version }) => version)).toEqual(historyVersions.map((_, place) => place + 1))
  expect(historyVersions[0]?.tables).toEqual({
    conversations: 'id, updatedAt',
    messages: '[conversationId+paneId+id], conversationId',
  })
  expect(historyVersions[1]?.tables).toEqual({
    messages: '[conversationId+paneId+id], conversationId, *hashes',
    attachments: 'hash, addedAt',
  })
})

test('migrates the data of an earlier version', async () => {
  const old = memoryDb('migrated')
  await writeConversation(old, first('a'))
  await writeConversation(old, first('b'))
  old.close()
  const later: HistoryVersion = {
    version: historyVersions.length + 1,
    tables: { conversations: 'id, updatedAt, pinned', notes: 'id' },
    upgrade: (transaction) =>
      transaction
        .table('conversations')
        .toCollection()
        .modify((row: { title: string | null }) => {
          row.title = 'from version 1'
        }),
  }
  const db = memoryDb('migrated', [...historyVersions, later])
  expect(await db.conversations.toArray()).toMatchObject([{ title: 'from version 1' }, { title: 'from version 1' }])
  expect((await readConversation(db, 'b'))?.messages).toHaveLength(1)
  expect(await db.table('notes').count()).toBe(0)
  db.close()
})

test('changes nothing if an upgrade fails', async () => {
  const old = memoryDb('unharmed')
  await writeConversation(old, first('a'))
  old.close()
  const broken: HistoryVersion = {
    version: historyVersions.length + 1,
    tables: {},
    upgrade: async (transaction) => {
      await transaction.table('conversations').clear()
      throw new Error('on purpose')
    },
  }
  const db = memoryDb('unharmed', [...historyVersions, broken])
  await expect(db.conversations.toArray()).rejects.toThrow('on purpose')
  db.close()
  const again = memoryDb('unharmed')
  expect(await again.conversations.count()).toBe(1)
  again.close()
})
