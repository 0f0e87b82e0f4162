import { expect, test } from 'vitest'
import { holdAttachment } from '#app/data/attachments/attachment-store.ts'
import { type Attachment, missingHash } from '#app/data/attachments/attachment.ts'
import { emptySetup } from '#app/data/setup.ts'
import { hashesField } from './attachment-rows.ts'
import {
  type ConversationChange,
  markDeleted,
  purge,
  readConversation,
  readEverything,
  restore,
  writeConversation,
} from './conversation-rows.ts'
import type { HistoryDb } from './history-db.ts'
import { attachmentsIn, writeHistoryFile } from './history-file.ts'
import { memoryDb, saidAt } from './history.test-support.ts'
import { importConversations, readHistoryFile } from './import-file.ts'

const day = 24 * 60 * 60 * 1000

async function fileOf(content: string, name = `${content}.txt`): Promise<Attachment> {
  const bytes = new TextEncoder().encode(content)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  holdAttachment(hash, new Blob([bytes], { type: 'text/plain' }))
  return { hash, kind: 'text', name, type: 'text/plain', size: bytes.length }
}

function change(id: string, sent: readonly Attachment[], drafted: readonly Attachment[] = []): ConversationChange {
  const message = { ...saidAt(1, 'hello'), ...(sent.length > 0 && { attachments: sent }) }
  const pane = { id: 'p', setup: emptySetup, tip: message.id, draft: '', attached: drafted }
  const put = [
    { conversationId: id, paneId: 'p', id: message.id, place: 0, stamp: 's', message, ...hashesField(message) },
  ]
  const rest = { gonePanes: [], gone: [], order: ['p'], touched: true, whole: true }
  return { id, at: 5, fields: { opening: 'hello' }, panes: [pane], put, ...rest }
}

const storedHashes = (db: HistoryDb) => db.attachments.toCollection().primaryKeys()

test('a conversation is saved with the bytes of its files', async () => {
  const db = memoryDb()
  const file = await fileOf('apple')
  await writeConversation(db, change('a', [file]))
  expect(await (await db.attachments.get(file.hash))?.blob.text()).toBe('apple')
  expect((await readConversation(db, 'a'))?.messages[0]?.message).toMatchObject({ attachments: [file] })
})

test('deleting the last conversation that uses a file frees it, once that can’t be undone', async () => {
  const db = memoryDb()
  const [shared, own, drafted] = await Promise.all([fileOf('shared'), fileOf('own'), fileOf('drafted')])
  await writeConversation(db, change('a', [shared, own]))
  await writeConversation(db, change('b', [shared], [drafted]))
  await markDeleted(db, 'a', 1_000)
  await purge(db, 5_000)
  expect(await storedHashes(db)).toHaveLength(3)
  await restore(db, 'a')
  await purge(db, 20_000)
  expect(await storedHashes(db)).toHaveLength(3)
  await markDeleted(db, 'a', 20_000)
  await purge(db, 40_000)
  expect(new Set(await storedHashes(db))).toEqual(new Set([shared.hash, drafted.hash]))
  await markDeleted(db, 'b', 50_000)
  await purge(db, 70_000)
  expect(await storedHashes(db)).toEqual([])
})

test('a file of a draft that was never saved stays for a day', async () => {
  const db = memoryDb()
  const { hash } = await fileOf('unsaved')
  await db.attachments.put({ hash, blob: new Blob(['unsaved']), addedAt: 1_000 })
  await purge(db, day)
  expect(await storedHashes(db)).toEqual([hash])
  await purge(db, day + 2_000)
  expect(await storedHashes(db)).toEqual([])
})

test('an export contains the files, and an import restores them under their real type and hash', async () => {
  const db = memoryDb()
  const [sent, drafted] = await Promise.all([fileOf('sent'), fileOf('drafted later')])
  await writeConversation(db, change('a', [sent], [drafted]))
  const saved = await readEverything(db)
  const files = new Map([
    [sent.hash, btoa('sent')],
    [drafted.hash, btoa('drafted later')],
  ])
  expect(attachmentsIn(saved)).toEqual([sent, drafted])
  const read = readHistoryFile(writeHistoryFile(saved, new Date(0), files))
  if ('refusal' in read) throw new Error(read.refusal)
  const other = memoryDb()
  await importConversations(other, read.conversations, read.files)
  const [imported] = await readEverything(other)
  expect(imported?.messages[0]?.message).toMatchObject({ attachments: [sent] })
  expect(imported?.row.panes[0]?.attached).toEqual([drafted])
  expect(new Set(await storedHashes(other))).toEqual(new Set([sent.hash, drafted.hash]))
})

test('a hostile export can’t give a file another type, another hash or the bytes of a stored one', async () => {
  const db = memoryDb()
  const [mine, other] = await Promise.all([fileOf('my secret'), fileOf('other')])
  const lying: Attachment = { ...other, kind: 'image', type: 'image/png', width: 9, height: 9, name: 'a\u202Eb\n' }
  await writeConversation(db, change('a', [lying, { ...mine, name: 'innocent' }]))
  const saved = await readEverything(db)
  const read = readHistoryFile(writeHistoryFile(saved, new Date(0), new Map([[other.hash, btoa('html<b>')]])))
  if ('refusal' in read) throw new Error(read.refusal)
  const target = memoryDb()
  await importConversations(target, read.conversations, read.files)
  const [imported] = await readEverything(target)
  const message = imported?.messages[0]?.message
  const [first, second] = (message?.kind === 'written' && message.attachments) || []
  expect(first).toMatchObject({ kind: 'text', type: 'text/plain', size: 7, name: 'ab' })
  expect(first?.hash).not.toBe(other.hash)
  expect(second?.hash).toBe(missingHash)
})
