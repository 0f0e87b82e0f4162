import { describe, expect, test } from 'vitest'
import { newKey } from '#contract/keys.ts'
import { changesOf, draftOf, emptyDraft, fieldOf, readDraft } from './key-draft.ts'

const typed = {
  ...emptyDraft,
  name: 'laptop',
  owner: ' Ada ',
  models: 'openai/gpt-5, parley/echo\nparley/echo',
  requests_per_minute: '60',
  tokens_per_minute: '200k',
  budget_per_day: '$2.50',
  expires_at: '2027-01-31',
}

test('what is typed becomes the terms that the service takes', () => {
  const { terms, problems } = readDraft(typed)
  expect(problems).toEqual({})
  expect(terms).toEqual({
    owner: 'Ada',
    scopes: ['chat', 'models'],
    models: ['openai/gpt-5', 'parley/echo'],
    requests_per_minute: 60,
    tokens_per_minute: 200_000,
    budget_per_day: 2.5,
    budget_per_month: null,
    expires_at: '2027-01-31T00:00:00Z',
  })
  expect(newKey.safeParse({ name: typed.name, ...terms }).success).toBe(true)
})

test.each([
  ['name', { name: '' }],
  ['name', { name: 'my laptop' }],
  ['scopes', { scopes: [] }],
  ['requests_per_minute', { requests_per_minute: '0' }],
  ['requests_per_minute', { requests_per_minute: '1.5' }],
  ['tokens_per_minute', { tokens_per_minute: 'many' }],
  ['budget_per_day', { budget_per_day: '-1' }],
  ['budget_per_month', { budget_per_month: '1e12' }],
])('says what is wrong with %s: %j', (field, changes) => {
  expect(Object.keys(readDraft({ ...typed, ...changes }).problems)).toEqual([field])
})

describe('changing a key', () => {
  const { terms } = readDraft(typed)
  const key = { id: 'key_1', name: 'laptop', begins: 'parley_abcd', created_at: '', ...terms }
  const before = draftOf({ ...key, expires_at: '2027-01-31T15:30:00Z' })

  test('sends only what differs', () => {
    expect(changesOf(before, before)).toEqual({})
    expect(changesOf(before, { ...before, budget_per_day: '', models: '' })).toEqual({
      budget_per_day: null,
      models: null,
    })
  })

  test('keeps the time of an expiry whose day is unchanged', () => {
    expect(changesOf(before, { ...before, owner: 'Grace' })).toEqual({ owner: 'Grace' })
  })
})

test.each([
  ['name', 'name'],
  ['models[3]', 'models'],
  ['budget_per_day', 'budget_per_day'],
  ['constructor', undefined],
  [null, undefined],
])('the field of %s is %s', (param, field) => expect(fieldOf(param)).toBe(field))
