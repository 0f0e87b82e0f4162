import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Prompt, PromptMessage } from '#experiments/definition.ts'
import {
  earlierMessages,
  systemTextOf,
  userTextOf,
  withSystemText,
  withUserText,
  withoutEarlier,
} from './prompt-text.ts'

const message = (role: PromptMessage['role'], content: PromptMessage['content']): PromptMessage => ({ role, content })
const promptOf = (...messages: PromptMessage[]): Prompt => ({ messages, tools: [] })

const text = fc.string()
const anyMessage: fc.Arbitrary<PromptMessage> = fc.record({
  role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
  content: fc.oneof(
    text,
    fc.constant<PromptMessage['content']>([{ type: 'image_url', image_url: { url: 'data:,' } }]),
    text.map((said): PromptMessage['content'] => [{ type: 'image_url' }, { type: 'text', text: said }]),
  ),
})

it('changes the texts of a prompt and nothing else', () => {
  fc.assert(
    fc.property(fc.array(anyMessage), text, text, (messages, system, user) => {
      const changed = withUserText(withSystemText(promptOf(...messages), system), user)
      expect(systemTextOf(changed)).toBe(system)
      expect(userTextOf(changed)).toBe(user)
      expect(earlierMessages(changed)).toHaveLength(earlierMessages(withUserText(promptOf(...messages), '')).length)
    }),
  )
})

it('keeps the images of a message whose text changes', () => {
  const image = { type: 'image_url', image_url: { url: 'data:,' } }
  const prompt = promptOf(message('user', [image, { type: 'text', text: 'What?' }]))
  expect(withUserText(prompt, 'Why?').messages).toEqual([message('user', [image, { type: 'text', text: 'Why?' }])])
})

it('removes what was said before the last question', () => {
  const [system, first, reply, last] = [
    message('system', 'Be short'),
    message('user', 'Hi'),
    message('assistant', 'Hello'),
    message('user', 'Bye'),
  ] as const
  const prompt = promptOf(system, first, reply, last)
  expect(earlierMessages(prompt)).toEqual([first, reply])
  expect(withoutEarlier(prompt).messages).toEqual([system, last])
})
