import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brokerVariable, makerVariables, whyNotCallable } from './callable-words.ts'

const text = { model_type: 'text_generation', author: 'openai' } as const

it('says nothing of a model that can be called', () => {
  expect(whyNotCallable({ ...text, status: 'active' })).toBeUndefined()
})

it('names what would make an inactive model callable', () => {
  const why = whyNotCallable({ ...text, status: 'inactive' })
  expect(why?.what).toMatch(/^Inactive/u)
  expect(why?.next).toContain('OPENAI_API_KEY or OPENROUTER_API_KEY')
  expect(why?.next).toContain('Ollama')
  expect(whyNotCallable({ ...text, author: 'anthropic', status: 'inactive' })?.next).not.toContain('Ollama')
  expect(whyNotCallable({ ...text, author: 'community', status: 'inactive' })?.next).not.toContain('API_KEY')
})

it('tells not ready, deleted and the wrong type apart', () => {
  expect(whyNotCallable({ ...text, status: 'pending' })?.what).toMatch(/^Not ready/u)
  expect(whyNotCallable({ ...text, status: 'deleted' })?.what).toMatch(/^Deleted/u)
  expect(whyNotCallable({ ...text, model_type: 'moderation', status: 'active' })?.what).toMatch(/chats only/u)
})

it('names variables that the server really reads', () => {
  const providers = readFileSync('src/server/providers.ts', 'utf8')
  for (const [author, variable] of Object.entries(makerVariables)) {
    const row = providers.split('name:').find((each) => each.includes(`maker: '${author}'`))
    expect(row).toContain(`'${variable}'`)
  }
  expect(providers).toContain(`'${brokerVariable}'`)
})
