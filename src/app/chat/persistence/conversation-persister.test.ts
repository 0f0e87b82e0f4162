import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage, openTab, setUp, text } from './conversation-persister.test-support.ts'
import { type ConversationChange, markDeleted, readConversation, rename } from '#app/data/history/conversation-rows.ts'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { createHistory } from '#app/data/history/history.ts'
import type { TextStorage } from '#app/data/storage/browser-storage.ts'
import { takeSnapshot } from './snapshot.ts'
import { readUnsentResults, storeUnsentResults } from './unsent-results.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 60))

afterEach(() => historyProblem.setState({ problem: null }))

/** A tab whose writes are only recorded. */
function openRecordedTab() {
  const changes: ConversationChange[] = []
  const tab = openTab({
    claims: { hold: () => () => undefined, held: () => Promise.resolve(new Set<string>()) },
    read: () => Promise.resolve(undefined),
    write: (change) => Promise.resolve((changes.push(change), 'written' as const)),
    watch: () => undefined,
    notifyTabs: () => undefined,
  })
  return { tab, changes }
}

test('saves nothing before the first message', async () => {
  const { db, newTab } = setUp()
  const tab = newTab()
  tab.workspace.getState().setDraft('not yet')
  await tab.persister.flush()
  expect(await db.conversations.count()).toBe(0)
})

test('saves a turn when it starts and when it ends', async () => {
  const { db, held, newTab } = setUp()
  const tab = newTab()
  tab.store().getState().say('hello', 'm')
  await vi.waitFor(async () => expect(await db.messages.count()).toBe(2))
  expect(held.size).toBe(1)
  tab.reply.say(text('hi'), { type: 'finished', reasons: { 0: 'stop' } })
  tab.reply.end()
  const { conversationId } = tab.workspace.getState()
  await vi.waitFor(async () => {
    const saved = await readConversation(db, conversationId)
    expect(saved?.messages.map(({ message }) => message)).toMatchObject([
      { text: 'hello' },
      { text: 'hi', state: 'done' },
    ])
    expect(saved?.row.opening).toBe('hello')
  })
  await vi.waitFor(() => expect(held.size).toBe(0))
})

test('saves a growing reply at most once a second, and only its own row', async () => {
  vi.useFakeTimers({ now: 0 })
  try {
    const { tab, changes } = openRecordedTab()
    tab.store().getState().say('hello', 'm')
    await vi.advanceTimersByTimeAsync(0)
    expect(changes).toHaveLength(1)
    for (let passed = 0; passed < 10_000; passed += 20) {
      tab.reply.say(text('x'))
      await vi.advanceTimersByTimeAsync(20)
    }
    const times = changes.map(({ at }) => at)
    expect(times).toHaveLength(11)
    for (const [place, at] of times.entries())
      if (place > 0) expect(at - (times[place - 1] ?? 0)).toBeGreaterThanOrEqual(1_000)
    expect(
      changes.slice(1).every(({ put, panes, touched }) => put.length === 1 && panes.length === 0 && !touched),
    ).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('saves typing after a pause, and every two seconds without one', async () => {
  vi.useFakeTimers({ now: 0 })
  try {
    const { tab, changes } = openRecordedTab()
    tab.store().getState().say('hello', 'm')
    tab.reply.end()
    await vi.advanceTimersByTimeAsync(1_000)
    changes.length = 0
    for (let letters = 1; letters <= 25; letters += 1) {
      tab.workspace.getState().setDraft('x'.repeat(letters))
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(changes.map(({ at }) => at)).toEqual([3_000, 5_000])
    await vi.advanceTimersByTimeAsync(200)
    expect(changes.at(-1)).toMatchObject({ at: 6_200, fields: { draft: 'x'.repeat(25) } })
  } finally {
    vi.useRealTimers()
  }
})

test('restores what was saved, and ends an abandoned reply', async () => {
  const { held, newTab } = setUp()
  const killed = newTab()
  killed.store().getState().say('hello', 'm')
  killed.reply.say(text('half'))
  await settled()
  await killed.persister.flush()
  held.clear()
  const tab = newTab()
  expect(await tab.persister.open(killed.workspace.getState().conversationId)).toBe('open')
  expect(tab.store().getState().messages).toMatchObject([{ text: 'hello' }, { text: 'half', state: 'interrupted' }])
  expect(await tab.persister.open('nowhere')).toBe('missing')
})

test('shows a reply growing in another tab, and doesn’t end it', async () => {
  const { newTab } = setUp()
  const first = newTab()
  first.store().getState().say('hello', 'm')
  first.reply.say(text('one'))
  await settled()
  await first.persister.flush()
  const second = newTab()
  await second.persister.open(first.workspace.getState().conversationId)
  expect(second.store().getState().messages[1]).toMatchObject({ text: 'one', state: 'streaming' })
  first.reply.say(text(' two'), { type: 'finished', reasons: { 0: 'stop' } })
  first.reply.end()
  await vi.waitFor(() =>
    expect(second.store().getState().messages[1]).toMatchObject({ text: 'one two', state: 'done' }),
  )
})

test('merges concurrent messages of two tabs as versions', async () => {
  const { db, newTab } = setUp()
  const one = newTab()
  one.store().getState().say('start', 'm')
  one.reply.say({ type: 'finished', reasons: { 0: 'stop' } })
  one.reply.end()
  await settled()
  const { conversationId } = one.workspace.getState()
  const two = newTab()
  await two.persister.open(conversationId)
  one.store().getState().say('from one', 'm')
  two.store().getState().say('from two', 'm')
  two.reply.say(text('reply to two'))
  await settled()
  const expected = ['start', 'from one', 'from two', 'reply to two']
  await vi.waitFor(async () => {
    await one.persister.flush()
    await two.persister.flush()
    await one.persister.refresh()
    await two.persister.refresh()
    expect(one.texts()).toEqual(expect.arrayContaining(expected))
    expect(two.texts()).toEqual(expect.arrayContaining(expected))
  })
  const saved = await readConversation(db, conversationId)
  expect(saved?.messages.map(({ message }) => message.text)).toEqual(expect.arrayContaining(expected))
  const parents = saved?.messages
    .filter(({ message }) => message.text.startsWith('from'))
    .map(({ message }) => message.parent)
  expect(new Set(parents).size).toBe(1)
  expect(two.store().getState().running).not.toBeNull()
})

test('applies another tab’s deletions and changes', async () => {
  const { newTab } = setUp()
  const one = newTab()
  const id = one.store().getState().insertAfter(null, 'user', 'first')
  const other = one.store().getState().insertAfter(id, 'user', 'second')
  await one.persister.flush()
  const two = newTab()
  await two.persister.open(one.workspace.getState().conversationId)
  two.workspace.getState().addPane()
  await two.persister.flush()
  one.store().getState().editText(id, 'changed')
  one.store().getState().remove(other)
  await one.persister.flush()
  await two.persister.refresh()
  await one.persister.refresh()
  expect(two.texts()).toEqual(['changed'])
  expect(one.workspace.getState().panes).toHaveLength(2)
  await two.persister.flush()
  await one.persister.refresh()
  expect(one.texts()).toEqual(['changed'])
})

test('restores a conversation deleted elsewhere only when a new message is sent', async () => {
  const { db, newTab } = setUp()
  const tab = newTab()
  tab.store().getState().insertAfter(null, 'user', 'first')
  await tab.persister.flush()
  const { conversationId } = tab.workspace.getState()
  await markDeleted(db, conversationId, 1)
  tab.workspace.getState().setDraft('words')
  await tab.persister.flush()
  expect(await readConversation(db, conversationId)).toBeUndefined()
  await db.messages.clear()
  tab.store().getState().insertAfter(null, 'user', 'zeroth')
  await tab.persister.flush()
  expect((await readConversation(db, conversationId))?.messages).toHaveLength(2)
})

test('reports full storage if a conversation deleted elsewhere can’t be restored', async () => {
  const { db, newTab } = setUp()
  const tab = newTab()
  tab.store().getState().insertAfter(null, 'user', 'first')
  await tab.persister.flush()
  await markDeleted(db, tab.workspace.getState().conversationId, 1)
  const full = vi.spyOn(db.messages, 'bulkPut').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  tab.store().getState().insertAfter(null, 'user', 'zeroth')
  await tab.persister.flush()
  expect(historyProblem.getState().problem).toBe('full')
  full.mockRestore()
})

test('applies a new name from the history list to the open tab, and keeps it on later writes', async () => {
  const { db, newTab } = setUp()
  const tab = newTab()
  tab.store().getState().insertAfter(null, 'user', 'first')
  await tab.persister.flush()
  const { conversationId } = tab.workspace.getState()
  await rename(db, conversationId, 'Mine')
  tab.store().getState().insertAfter(null, 'user', 'more')
  await tab.persister.flush()
  await tab.persister.refresh()
  expect(tab.workspace.getState().title).toBe('Mine')
  expect((await readConversation(db, conversationId))?.row.title).toBe('Mine')
})

test('saves the last state when a conversation is left, and restores its drafts', async () => {
  const { newTab } = setUp()
  const tab = newTab()
  tab.store().getState().say('hello', 'm')
  tab.reply.say(text('half'))
  await settled()
  tab.workspace.getState().setDraft('half a thought')
  const { conversationId } = tab.workspace.getState()
  tab.workspace.getState().startNew()
  expect(tab.texts()).toEqual([])
  await settled()
  await tab.persister.open(conversationId)
  expect(tab.store().getState().messages).toMatchObject([{ text: 'hello' }, { text: 'half', state: 'stopped' }])
  expect(tab.workspace.getState().draft).toBe('half a thought')
})

test('reports full storage, loses nothing, and recovers when writes succeed again', async () => {
  const { db, newTab } = setUp()
  const tab = newTab()
  tab.store().getState().insertAfter(null, 'user', 'first')
  await tab.persister.flush()
  const full = vi.spyOn(db.messages, 'bulkPut').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  tab.store().getState().insertAfter(null, 'user', 'second')
  await tab.persister.flush()
  expect(historyProblem.getState().problem).toBe('full')
  expect(tab.texts()).toEqual(['first', 'second'])
  expect((await readConversation(db, tab.workspace.getState().conversationId))?.messages).toHaveLength(1)
  full.mockRestore()
  await tab.persister.flush()
  expect(historyProblem.getState().problem).toBeNull()
  expect((await readConversation(db, tab.workspace.getState().conversationId))?.messages).toHaveLength(2)
})

test('saves a queued message with its pane, and reads rows without a queue', async () => {
  const { db, newTab } = setUp()
  const tab = newTab()
  tab.store().getState().say('first', 'm')
  tab.store().getState().deliver({ id: 'turn', text: 'second' }, 'm')
  const { conversationId } = tab.workspace.getState()
  await tab.persister.flush()
  const queuedIn = async () => {
    const other = newTab()
    await other.persister.open(conversationId)
    return other
      .store()
      .getState()
      .queued.map((each) => each.text)
  }
  expect(await queuedIn()).toEqual(['second'])
  const row = await db.conversations.get(conversationId)
  if (row)
    await db.conversations.put({
      ...row,
      panes: row.panes.map(({ id, setup, tip, draft }) => ({ id, setup, tip, draft })),
    })
  expect(await queuedIn()).toEqual([])
})

test('keeps a tool result that was being typed when the page was left, unless it was sent since', async () => {
  const { db } = setUp()
  const storage = memoryStorage()
  const history = createHistory(db, { hold: () => () => undefined, held: () => Promise.resolve(new Set<string>()) })
  const tab = openTab(history, Date.now, storage)
  tab.store().getState().say('Weather?', 'm')
  const call = { choice: 0, index: 0, id: 'c', name: 'weather', arguments: '{}' }
  tab.reply.say({ type: 'tool', ...call }, { type: 'finished', reasons: { 0: 'tool_calls' } })
  tab.reply.end()
  await settled()
  const { conversationId } = tab.workspace.getState()
  const id = tab.store().getState().tip ?? ''
  tab.store().getState().setResult(id, 0, 'sunn')
  await tab.persister.flush()
  // The page is gone before the last letter is in the database.
  const lost = vi.spyOn(history, 'write').mockReturnValue(new Promise(() => {}))
  tab.store().getState().setResult(id, 0, 'sunny')
  void tab.persister.flush()
  await settled()
  lost.mockRestore()

  const reload = async (of: TextStorage) => {
    const next = openTab(history, Date.now, of)
    next.workspace.getState().open({ conversationId, panes: [{}] })
    await next.persister.open(conversationId)
    const reply = next.store().getState().messages.at(-1)
    return { next, result: reply?.kind === 'reply' ? reply.toolCalls?.[0]?.result : undefined }
  }
  expect((await reload(memoryStorage())).result).toMatchObject({ text: 'sunn', isDraft: true })
  const { next, result } = await reload(storage)
  expect(result).toMatchObject({ text: 'sunny', isDraft: true })
  await next.persister.flush()
  expect((await reload(memoryStorage())).result).toMatchObject({ text: 'sunny' })

  storeUnsentResults(storage, takeSnapshot(next.workspace))
  next.store().getState().setResult(id, 0, 'rainy')
  next.store().getState().sendResults(id, 'm')
  await settled()
  storeUnsentResults(storage, takeSnapshot(tab.workspace))
  const { next: last } = await reload(storage)
  const replies = last
    .store()
    .getState()
    .messages.flatMap((each) => (each.kind === 'reply' ? each : []))
  expect(replies[0]?.toolCalls?.[0]?.result).toMatchObject({ text: 'rainy' })
})

test('ignores typed results in the tab that can’t be read', () => {
  for (const stored of ['', 'null', '{}', '[1, {"id": 1}, {"id": "a", "index": 0, "result": {"text": 1}}]']) {
    const storage = memoryStorage()
    storage.setItem('parley.unsent-results', stored)
    expect(readUnsentResults(storage).size).toBe(0)
  }
})
