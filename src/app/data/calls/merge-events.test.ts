import { expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { mergeEvents } from './read-reply.ts'

const text = (piece: string, at: number, choice = 0): ChatEvent => ({
  type: 'text',
  choice,
  text: piece,
  arrived: { first: at, last: at },
})

test('merges consecutive text events, with their count and first and last time', () => {
  const waiting: ChatEvent[] = []
  mergeEvents(waiting, [text('a', 1), text('b', 2)])
  mergeEvents(waiting, [text('c', 9)])
  expect(waiting).toEqual([{ type: 'text', choice: 0, text: 'abc', pieces: 3, arrived: { first: 1, last: 9 } }])
})

test('merges only adjacent events of the same choice and kind without further fields', () => {
  const separate: ChatEvent[] = [
    text('a', 1),
    text('b', 2, 1),
    { type: 'reasoning', choice: 1, text: 'c' },
    { type: 'reasoning', choice: 1, text: 'd', extra: { delta: { mood: 'calm' } } },
    { type: 'reasoning', choice: 1, text: 'e' },
    { type: 'tool', choice: 0, index: 0, id: 'a', name: 'look', arguments: '{}' },
    { type: 'tool', choice: 0, index: 1, arguments: '{' },
    { type: 'tool', choice: 0, index: 1, id: 'b', name: 'look', arguments: '{' },
    text('f', 3),
    { type: 'finished', reasons: { 0: 'stop' } },
  ]
  const waiting: ChatEvent[] = []
  mergeEvents(waiting, separate)
  expect(waiting).toEqual(separate)
})

test('merges the arguments of a tool call', () => {
  const piece = (more: string, at: number): ChatEvent => ({
    type: 'tool',
    choice: 0,
    index: 0,
    arguments: more,
    arrived: { first: at, last: at },
  })
  const waiting: ChatEvent[] = []
  mergeEvents(waiting, [{ ...piece('', 1), id: 'a', name: 'look' } as ChatEvent, piece('{"a"', 2), piece(':1}', 5)])
  expect(waiting).toEqual([
    {
      type: 'tool',
      choice: 0,
      index: 0,
      id: 'a',
      name: 'look',
      arguments: '{"a":1}',
      pieces: 3,
      arrived: { first: 1, last: 5 },
    },
  ])
})
