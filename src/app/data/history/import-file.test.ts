import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySetup } from '#app/data/setup.ts'
import { readConversation, readEverything } from './conversation-rows.ts'
import { writeHistoryFile } from './history-file.ts'
import { memoryDb, replyAt, saidAt } from './history.test-support.ts'
import { importConversations, readHistoryFile } from './import-file.ts'
import type { SavedConversation } from './rows.ts'

function conversation(text: string, over: object = {}): SavedConversation {
  const said = saidAt(10, text)
  const toolCalls = [{ index: 0, id: 'c1', name: 'look', arguments: `{"for":${JSON.stringify(text)}}` }]
  const reply = {
    ...replyAt(11, `re: ${text}`, said.id),
    toolCalls,
    apiKey: 'sk-secret',
    request: { authorization: 'sk-secret' },
  }
  const pane = {
    id: 'p1',
    setup: { ...emptySetup, modelId: 'm', parameters: { temperature: 0.5 } },
    tip: reply.id,
    draft: 'd',
  }
  return {
    row: {
      id: 'c1',
      title: null,
      opening: text,
      pinned: true,
      createdAt: 10,
      updatedAt: 20,
      deletedAt: null,
      detached: false,
      draft: '',
      panes: [pane],
      ...over,
    },
    messages: [said, reply].map((message, place) => ({
      conversationId: 'c1',
      paneId: 'p1',
      id: message.id,
      place,
      stamp: 's',
      message,
    })),
  }
}

const fileOf = (...all: SavedConversation[]) => writeHistoryFile(all, new Date(0))

/** Everything but the ids. */
function content({ row, messages }: SavedConversation) {
  const { id: _, opening: __, ...fields } = row
  const placeOf = (id: string | null) => messages.findIndex((each) => each.id === id)
  return {
    ...fields,
    panes: row.panes.map(({ id, tip, ...pane }) => ({
      ...pane,
      tip: placeOf(tip),
      messages: messages
        .filter(({ paneId }) => paneId === id)
        .map(({ message }) => {
          const { id: ___, parent, ...rest } = message
          return { ...rest, parent: placeOf(parent) }
        }),
    })),
  }
}

test('round-trips any conversation, with new ids', async () => {
  const db = memoryDb()
  const times = fc.nat({ max: 2_000_000_000_000 })
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.option(fc.string()), times, async (text, title, updatedAt) => {
      const plain = conversation(text, { title, updatedAt })
      const read = readHistoryFile(fileOf(plain))
      if ('refusal' in read) throw new Error(read.refusal)
      await importConversations(db, read.conversations)
      const [imported] = await readEverything(db)
      if (!imported) throw new Error('nothing was imported')
      const { apiKey: _, request: __, ...reply } = { apiKey: '', request: {}, ...plain.messages[1]?.message }
      const expected = {
        ...plain,
        messages: plain.messages.map((row, place) => (place === 1 ? { ...row, message: reply } : row)),
      }
      expect(content(imported)).toEqual(content(expected as SavedConversation))
      expect(imported.row.id).not.toBe('c1')
      await db.conversations.clear()
      await db.messages.clear()
    }),
    { numRuns: 40 },
  )
  db.close()
})

test('round-trips queued messages, which older files don’t have', () => {
  const waiting = conversation('hello')
  const queued = ['one', 'two']
  waiting.row.panes = waiting.row.panes.map((pane) => ({ ...pane, queued }))
  const read = [waiting, conversation('hello')].map((each) => readHistoryFile(fileOf(each)))
  expect(read).toMatchObject([
    { conversations: [{ panes: [{ queued }] }] },
    { conversations: [{ panes: [{ draft: 'd' }] }] },
  ])
  expect(fileOf(conversation('hello'))).not.toContain('queued')
})

test('creates copies when a file is imported twice', async () => {
  const db = memoryDb()
  const read = readHistoryFile(fileOf(conversation('hello')))
  if ('refusal' in read) throw new Error(read.refusal)
  await importConversations(db, read.conversations)
  await importConversations(db, read.conversations)
  const all = await readEverything(db)
  expect(all.map(({ messages }) => messages.length)).toEqual([2, 2])
  expect(new Set(all.flatMap(({ row, messages }) => [row.id, ...messages.map(({ id }) => id)])).size).toBe(6)
  expect(await readConversation(db, 'c1')).toBeUndefined()
  db.close()
})

test('reads older files without tool calls', () => {
  const read = readHistoryFile(fileOf(conversation('hello')).replace('"toolCalls"', '"none"'))
  const reply = 'conversations' in read ? read.conversations[0]?.panes[0]?.messages[1] : undefined
  expect(reply).toMatchObject({ kind: 'reply', text: 're: hello' })
  expect(reply).not.toHaveProperty('toolCalls')
})

test('exports only known fields of a message', () => {
  expect(fileOf(conversation('hello'))).not.toContain('sk-secret')
})

test('imports an unfinished reply as interrupted', () => {
  const open = conversation('hello')
  const text = fileOf(open).replace('"state": "done"', '"state": "streaming"')
  const read = readHistoryFile(text)
  expect('conversations' in read && read.conversations[0]?.panes[0]?.messages[1]).toMatchObject({
    state: 'interrupted',
  })
})

test.each([
  ['no JSON', 'hello', /isn’t valid JSON/u],
  ['another program’s JSON', '{"messages":[]}', /no Parley conversations/u],
  ['a list', '[]', /no Parley conversations/u],
  [
    'a later version',
    '{"format":"parley.conversations","version":99,"conversations":[]}',
    /newer version of Parley.*Update/u,
  ],
  ['no list', '{"format":"parley.conversations","version":1}', /list of conversations is missing/u],
  ['a pane too many', fileOf(conversation('x')).replace(/"panes": \[/u, '"panes": [1,2,3,4,5,6,'), /1 to 6 panes/u],
  ['no time', fileOf(conversation('x')).replace('"createdAt": 10,', ''), /Conversation 1 has no creation/u],
  [
    'a strange speaker',
    fileOf(conversation('x')).replace('"user"', '"root"'),
    /Conversation 1, pane 1, message 1 must/u,
  ],
  ['a text that is none', fileOf(conversation('x')).replace('"re: x"', '7'), /message 2 has no text/u],
])('refuses a file with %s, with the reason', (_, text, reason) => {
  const read = readHistoryFile(text)
  expect('refusal' in read ? read.refusal : 'taken').toMatch(reason)
})

test('treats names like __proto__ as plain names', () => {
  const text = fileOf(conversation('x'))
    .replace('"title": null', '"title": null, "__proto__": {"polluted": true}')
    .replace('"temperature": 0.5', '"__proto__": {"temperature": 9}, "constructor": 1')
  const read = readHistoryFile(text)
  expect('conversations' in read && read.conversations[0]?.panes[0]?.setup.parameters).toEqual({})
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('imports titles and model names as plain text, and messages unchanged', () => {
  const turned = 'invoice\u202Efdp\u0000'
  const failure = { message: turned, type: turned }
  const reply = { kind: 'reply', id: 'r', createdAt: 1, state: 'failed', modelId: turned, text: turned, failure }
  const pane = { setup: { modelId: turned, systemPrompt: turned }, messages: [reply] }
  const conversations = [{ title: turned, createdAt: 1, updatedAt: 1, panes: [pane] }]
  const plain = 'invoicefdp '
  expect(readHistoryFile(JSON.stringify({ format: 'parley.conversations', version: 1, conversations }))).toMatchObject({
    conversations: [
      {
        title: plain,
        panes: [
          {
            setup: { modelId: plain, systemPrompt: turned },
            messages: [{ modelId: plain, text: turned, failure: { message: plain, type: plain } }],
          },
        ],
      },
    ],
  })
})

test('never throws on a damaged file', () => {
  const whole = fileOf(conversation('hello'))
  fc.assert(
    fc.property(fc.nat({ max: whole.length }), fc.nat({ max: 40 }), fc.json(), (from, length, json) => {
      for (const text of [whole.slice(0, from) + whole.slice(from + length), json, whole.replace('"hello"', json)]) {
        const read = readHistoryFile(text)
        expect('refusal' in read || Array.isArray(read.conversations)).toBe(true)
      }
    }),
  )
})
