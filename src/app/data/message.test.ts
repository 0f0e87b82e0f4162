import { array, assert, nat, property } from 'fast-check'
import { expect, it } from 'vitest'
import { type Message, messageById, pathTo } from './message.ts'

const message = (id: string, parent: string | null): Message => ({
  kind: 'written',
  id,
  parent,
  createdAt: 0,
  role: 'user',
  text: id,
})

it('leads from a root to the given message in any tree', () => {
  assert(
    property(array(nat(), { maxLength: 40 }), nat(), (drawn, tipAt) => {
      const messages = drawn.map((parent, place) => message(`${place}`, place === 0 ? null : `${parent % place}`))
      const tip = messages.length === 0 ? null : `${tipAt % messages.length}`
      const path = pathTo(messages, tip)
      expect(path.map(({ parent }) => parent)).toEqual([null, ...path.map(({ id }) => id)].slice(0, path.length))
      expect(path.at(-1)?.id ?? null).toBe(tip)
    }),
  )
})

it('ends at cycles and missing parents in damaged data', () => {
  const idsTo = (messages: Message[], tip: string) => pathTo(messages, tip).map(({ id }) => id)
  expect(idsTo([message('a', 'b'), message('b', 'a'), message('c', null)], 'a')).toEqual(['b', 'a'])
  expect(idsTo([message('a', 'lost')], 'a')).toEqual(['a'])
  expect(idsTo([], 'gone')).toEqual([])
})

it('finds a message by its id', () => {
  const messages = [message('a', null), message('b', 'a')]
  expect(messageById(messages, 'b')).toBe(messages[1])
  expect(messageById(messages, 'c')).toBeUndefined()
})
