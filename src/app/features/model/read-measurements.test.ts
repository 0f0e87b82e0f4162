import { expect, it } from 'vitest'
import { writeConversation } from '#app/data/history/conversation-rows.ts'
import { memoryDb, replyAt } from '#app/data/history/history.test-support.ts'
import type { Reply } from '#app/data/message.ts'
import { measuredInHistory } from './read-measurements.ts'

const usage = { prompt_tokens: 10, completion_tokens: 101, total_tokens: 111 }
const whole: Partial<Reply> = { sentAt: 1_000, firstDeltaAt: 1_500, lastDeltaAt: 3_500, deltas: 101, usage }

async function historyOf(replies: readonly Reply[]) {
  const db = memoryDb()
  const put = replies.map((message, place) => ({
    conversationId: 'c',
    paneId: 'p',
    id: message.id,
    place,
    stamp: '1',
    message,
  }))
  const change = {
    id: 'c',
    at: 1,
    whole: true,
    touched: true,
    fields: {},
    panes: [],
    gonePanes: [],
    order: [],
    gone: [],
  }
  await writeConversation(db, { ...change, put })
  return db
}

it('measures whole and failed replies of the model on its connection', async () => {
  const reply = (at: number, fields: Partial<Reply>): Reply => ({ ...replyAt(at, 'Hi', 'm'), ...whole, ...fields })
  const done = reply(1, {})
  const failed = reply(2, { state: 'failed' })
  const packet = reply(3, { lastDeltaAt: 1_600 })
  const db = await historyOf([
    done,
    failed,
    packet,
    reply(4, { state: 'stopped' }),
    reply(5, { state: 'interrupted' }),
    reply(6, { state: 'streaming' }),
    reply(7, { modelId: 'parley/eliza' }),
    reply(8, { connectionId: 'other' }),
    // From a link, with only its text.
    reply(9, { firstDeltaAt: null, lastDeltaAt: null, deltas: 0, usage: null }),
  ])
  const found = await measuredInHistory(db, null, 'parley/echo')
  expect(found.toSorted((one, other) => one.date - other.date)).toEqual([
    { key: done.id, date: 1, hasFailed: false, firstToken: 0.5, tokensPerSecond: 50 },
    { key: failed.id, date: 2, hasFailed: true },
    { key: packet.id, date: 3, hasFailed: false, firstToken: 0.5 },
  ])
  expect(await measuredInHistory(db, 'other', 'parley/echo')).toHaveLength(1)
})
