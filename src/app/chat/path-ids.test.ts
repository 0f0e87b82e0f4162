import { assert, array, nat, property } from 'fast-check'
import { expect, it } from 'vitest'
import type { Message } from '#app/data/message.ts'
import { pathOf } from './message-tree.ts'
import { messageById, pathIds } from './path-ids.ts'

const message = (id: string, parent: string | null): Message => ({
  kind: 'written',
  id,
  parent,
  createdAt: 0,
  role: 'user',
  text: id,
})

it('names what pathOf shows, whatever the tree', () => {
  assert(
    property(array(nat(), { maxLength: 40 }), nat(), (drawn, tipAt) => {
      const messages = drawn.map((parent, place) => message(`${place}`, place === 0 ? null : `${parent % place}`))
      const tip = messages.length === 0 ? null : `${tipAt % messages.length}`
      expect(pathIds({ messages, tip })).toEqual(pathOf({ messages, tip }).map(({ id }) => id))
    }),
  )
})

it('ends where damaged data runs in a circle or to nowhere', () => {
  expect(pathIds({ messages: [message('a', 'b'), message('b', 'a')], tip: 'a' })).toHaveLength(2)
  expect(pathIds({ messages: [message('a', 'lost')], tip: 'a' })).toEqual(['a'])
  expect(pathIds({ messages: [], tip: 'gone' })).toEqual([])
})

it('finds a message by its id', () => {
  const messages = [message('a', null), message('b', 'a')]
  expect(messageById(messages, 'b')).toBe(messages[1])
  expect(messageById(messages, 'c')).toBeUndefined()
})
