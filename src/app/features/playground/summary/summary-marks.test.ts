import { expect, it } from 'vitest'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { figuresOf } from '#app/chat/metrics/reply-figures.ts'
import type { ReplyState } from '#app/data/message.ts'
import { findWinners, selectComparable } from './summary-marks.ts'

interface Told {
  state?: ReplyState
  begins: number
  seconds: number
  tokens: number
  rate?: number
}

/** Panes whose last replies have these figures, with prices if a rate is given. */
function panes(...all: Told[]) {
  return all.map(({ state = 'done', begins, seconds, tokens, rate }, index) => {
    const reply = {
      ...waitingReply,
      state,
      sentAt: 0,
      firstDeltaAt: begins * 1000,
      lastDeltaAt: (begins + seconds) * 1000,
      deltas: tokens,
      usage: { prompt_tokens: 10, completion_tokens: tokens, total_tokens: tokens + 10 },
    }
    const pricing =
      rate === undefined ? [] : (['input_tokens', 'output_tokens'] as const).map((metric) => ({ metric, rate }))
    return { paneNumber: index + 1, mark: index + 1, reply, figures: figuresOf(reply, { pricing }) }
  })
}

it('marks the fastest, the first to start, the cheapest and the longest', () => {
  const told = panes(
    { begins: 3, seconds: 1, tokens: 101, rate: 5 },
    { begins: 1, seconds: 10, tokens: 301, rate: 1 },
    { begins: 2, seconds: 10, tokens: 201, rate: 1 },
  )
  expect(findWinners(told)).toEqual({ fastest: [1], first: [2], cheapest: [3], longest: [2] })
})

it('compares only the start of replies that failed or are still running', () => {
  const told = panes(
    { state: 'failed', begins: 0.1, seconds: 0.1, tokens: 400, rate: 0 },
    { state: 'streaming', begins: 4, seconds: 1, tokens: 900 },
    { begins: 1, seconds: 2, tokens: 21, rate: 1 },
    { begins: 2, seconds: 1, tokens: 11, rate: 1 },
  )
  expect(findWinners(told)).toEqual({ fastest: [], first: [1], cheapest: [4], longest: [3] })
})

it('marks nothing without a comparison, and every pane in a tie', () => {
  expect(findWinners([])).toEqual({ fastest: [], first: [], cheapest: [], longest: [] })
  const free = { begins: 1, seconds: 1, tokens: 11, rate: 0 }
  expect(findWinners(panes(free)).fastest).toEqual([])
  expect(findWinners(panes(free, { ...free, tokens: 21 })).cheapest).toEqual([])
  expect(findWinners(panes(free, free, { ...free, tokens: 5 })).longest).toEqual([1, 2])
})

it('shares a mark between values that are displayed the same', () => {
  const told = panes(
    { begins: 0.141, seconds: 1.001, tokens: 46 },
    { begins: 0.144, seconds: 1, tokens: 46 },
    { begins: 0.3, seconds: 2, tokens: 20 },
  )
  expect(findWinners(told)).toMatchObject({ fastest: [1, 2], first: [1, 2] })
  expect(findWinners(told.slice(0, 2))).toMatchObject({ fastest: [], first: [] })
})

it('compares only replies to the same question, and lists the excluded panes', () => {
  const all = panes(...Array.from({ length: 4 }, () => ({ begins: 1, seconds: 1, tokens: 11 })))
  const asked = (...questions: (string | null)[]) => {
    const { compared, excluded } = selectComparable(all, ({ paneNumber }) => questions[paneNumber - 1] ?? null)
    return [compared, excluded].map((group) => group.map(({ paneNumber }) => paneNumber))
  }
  expect(asked('a', 'a', 'a', 'a')).toEqual([[1, 2, 3, 4], []])
  expect(asked('b', 'b', 'a', 'b')).toEqual([[1, 2, 4], [3]])
  expect(asked('b', 'b', null, 'b')).toEqual([[1, 2, 4], [3]])
  expect(asked(null, null, null, null)).toEqual([[], [1, 2, 3, 4]])
  const [first, second, third, fourth] = all
  if (first && second) second.reply.createdAt = first.reply.createdAt = 2
  if (third && fourth) third.reply.createdAt = fourth.reply.createdAt = 3
  expect(asked('a', 'a', 'b', 'b')).toEqual([
    [3, 4],
    [1, 2],
  ])
})
