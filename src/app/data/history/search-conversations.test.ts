import { expect, test } from 'vitest'
import { emptySetup } from '#app/data/setup.ts'
import { memoryDb, saidAt } from './history.test-support.ts'
import { importConversations } from './import-file.ts'
import { listConversations } from './conversation-rows.ts'
import { matchPieces, searchConversations, wordsOf, type Finding } from './search-conversations.ts'

async function search(query: string, signal = new AbortController().signal) {
  const db = memoryDb()
  const texts = [
    'The café by the harbour',
    'Backpressure in streams',
    `${'İstanbul ﬁlm é\u0301 '.repeat(400)}here is the needle, ${'and more hay '.repeat(40)}`,
    `x${'😀'.repeat(40)}smile${'😀'.repeat(80)}`,
    ...Array.from({ length: 90 }, (_, n) => `filler ${n}`),
  ]
  await importConversations(
    db,
    texts.map((text, place) => {
      const messages = [saidAt(1, 'opening'), saidAt(2, text)]
      const panes = [{ setup: emptySetup, tip: null, draft: '', messages }]
      const title = place === 1 ? 'A question' : null
      return { title, pinned: false, createdAt: 1, updatedAt: 1_000 - place, detached: false, draft: '', panes }
    }),
  )
  const rows = await listConversations(db)
  const found: (readonly Finding[])[] = []
  await searchConversations(db, rows, query, signal, (findings) => found.push(findings))
  db.close()
  return { found, last: found.at(-1) ?? [], rows }
}

test('finds words in messages in any case, accents and order', async () => {
  const { last, rows } = await search('HARBOUR cafe')
  expect(last).toEqual([{ id: rows[0]?.id, excerpt: expect.stringContaining('café by the harbour') }])
})

test('finds words in titles, but no match spread over several texts', async () => {
  const { last, rows } = await search('a question')
  expect(last).toEqual([{ id: rows[1]?.id, excerpt: null }])
  expect((await search('harbour streams')).last).toEqual([])
})

test('reports partial results, latest conversations first, until it is cancelled', async () => {
  const { found, last } = await search('filler')
  expect(last).toHaveLength(90)
  expect(found.length).toBeGreaterThan(1)
  expect((await search('filler', AbortSignal.abort())).found).toEqual([])
})

test('shows the text around a match at any position', async () => {
  const { last } = await search('needle')
  expect(last.map(({ excerpt }) => excerpt)).toEqual([expect.stringMatching(/^….{0,30}here is the needle, and.*…$/u)])
})

test('never splits a character in an excerpt', async () => {
  const { last } = await search('smile')
  expect(last.map(({ excerpt }) => excerpt)).toEqual([expect.not.stringMatching(/\p{Cs}/u)])
})

test('highlights matches in any case and accents', () => {
  const marked = (text: string, query: string) =>
    matchPieces(text, wordsOf(query))
      .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
      .join('')
  expect(marked('The Café by the harbour', 'cafe HARB')).toBe('The [Café] by the [harb]our')
  expect(marked('Cafe\u0301 and cafe', 'café')).toBe('[Cafe\u0301] and [cafe]')
  expect(marked('a ﬁlm', 'fi')).toBe('a [ﬁ]lm')
  expect(marked('aaaa', 'aa aaa')).toBe('[aaaa]')
  expect(marked('<b>x</b>', 'b>')).toBe('<[b>]x</[b>]')
  expect(marked('nothing', 'else')).toBe('nothing')
})
