import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makerKey, makerName, makerOf, makerWords } from './makers.ts'

const made = (id: string, owner: string, author: 'community' | 'openai' = 'community') =>
  makerName(makerOf({ id, author, owned_by: owner }))

it('names the maker in any spelling', () => {
  expect(made('community/kimi-k2', 'moonshotai')).toBe('Moonshot AI')
  expect(made('openai/gpt-5', 'openai', 'openai')).toBe('OpenAI')
  expect(made('openai/gpt-5', 'openai-internal', 'openai')).toBe('OpenAI')
  expect(made('minimaxai/minimax-m2', 'community')).toBe('MiniMax')
  expect(made('acme/tiny', 'community')).toBe('acme')
  expect(made('community/tiny', 'Acme Ltd')).toBe('Acme Ltd')
  expect(made('openai/gpt-5', '', 'openai')).toBe('OpenAI')
})

it('names an unknown maker as such', () => {
  for (const id of ['community/llama3.2:3b', 'tiny', '/tiny']) expect(made(id, 'community')).toBe('Unknown maker')
})

it('ignores names of Object.prototype', () => {
  for (const text of ['constructor', '__proto__', 'toString']) {
    expect(makerKey(text)).toBe(text)
    expect(makerName(text)).toBe(text)
    expect(makerWords(text)).toContain(text)
  }
})

it('has the display name of every maker of the reference catalogue', () => {
  const file = readFileSync('src/service/catalogue/reference/reference-data.json', 'utf8')
  const { makers } = JSON.parse(file) as { makers: Record<string, string> }
  expect(Object.fromEntries(Object.keys(makers).map((key) => [key, makerName(key)]))).toEqual(makers)
})
