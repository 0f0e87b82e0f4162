import { expect, test } from 'vitest'
import { addressOf, baseCandidates } from './addresses.ts'

test.each([
  ['http://127.0.0.1:11434', ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434']],
  ['http://127.0.0.1:11434/', ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/']],
  ['https://api.test/v1', ['https://api.test/v1']],
])('%s is looked for at %o', (baseUrl, candidates) => {
  expect(baseCandidates(baseUrl)).toEqual(candidates)
})

test.each([
  ['http://a.test', 'http://a.test/models'],
  ['http://a.test/v1', 'http://a.test/v1/models'],
  ['http://a.test/v1//', 'http://a.test/v1/models'],
  ['http://a.test/x/y?api-version=1', 'http://a.test/x/y/models?api-version=1'],
])('models of %s are at %s', (baseUrl, address) => {
  expect(addressOf(baseUrl, 'models')).toBe(address)
})
