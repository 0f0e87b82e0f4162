import { expect, test } from 'vitest'
import { providerAt, providers } from './providers.ts'

test.each([
  ['https://api.openai.com/v1', 'OpenAI'],
  ['https://API.openai.com:443', 'OpenAI'],
  ['https://openrouter.ai/api/v1/chat/completions?x=1', 'OpenRouter'],
  ['http://api.openai.com/v1', undefined],
  ['https://api.openai.com.evil.example/v1', undefined],
  ['https://api.openai.com@evil.example/v1', undefined],
  ['https://evil.example/https://api.openai.com', undefined],
])('%s is %s', (baseUrl, label) => {
  expect(providerAt(baseUrl)?.label).toBe(label)
})

test('gives each provider a name, variable, label and origin of its own', () => {
  for (const field of ['name', 'label', 'variable', 'baseUrl'] as const) {
    expect(new Set(providers.map((provider) => provider[field])).size).toBe(providers.length)
  }
  for (const { baseUrl, keyUrl } of providers) expect([baseUrl, keyUrl].join(' ')).toMatch(/^https:\S+ https:\S+$/)
})
