import { expect, it } from 'vitest'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import type { Message, Role } from '#app/data/message.ts'
import { codeMessages, placeholder } from './code-dialog.tsx'

const written = (text: string, role: Role = 'user'): Message => ({
  kind: 'written',
  id: text,
  parent: null,
  createdAt: 0,
  role,
  text,
})
const reply: Message = { ...waitingReply, state: 'done', text: 'Well said.' }
const asked = [{ role: 'user' as const, content: 'Hi' }]

it('ends with the unsent draft', () => {
  expect(codeMessages(asked, [written('Hi'), reply], 'And then?')).toEqual({
    messages: [...asked, { role: 'user', content: 'And then?' }],
    hasPlaceholder: false,
  })
})

it('adds a placeholder after a reply and in an empty conversation', () => {
  for (const path of [[written('Hi'), reply], []]) {
    expect(codeMessages(asked, path, ' ')).toEqual({
      messages: [...asked, { role: 'user', content: placeholder }],
      hasPlaceholder: true,
    })
  }
  expect(placeholder).toMatch(/your next message/u)
})

it.each(['user', 'assistant', 'system'] as const)(
  'adds nothing after a written message of role %s, like Run',
  (role) => {
    expect(codeMessages(asked, [reply, written('Hi', role)], '')).toEqual({ messages: asked, hasPlaceholder: false })
  },
)

it('adds nothing after a message without a reply', () => {
  expect(codeMessages(asked, [written('Hi'), waitingReply], '').hasPlaceholder).toBe(false)
})
