import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatRequest } from '#contract/chat.ts'
import { parseJson } from '#contract/json.ts'
import { keyTerms } from '#contract/keys.ts'
import { canonicalJson, hashRequest } from './request-hash.ts'

const request: ChatRequest = { model: 'tiny', messages: [{ role: 'user', content: 'Hi' }], temperature: 0.5 }
const asked = { request, model: 'acme/tiny', caller: { name: 'laptop' } }
const hashOf = (fields: object, others: object = {}) =>
  hashRequest({ ...asked, request: { ...request, ...fields }, ...others })

/** JSON of the same value with its fields in reverse order and spaces everywhere. */
function rewritten(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(rewritten).join(' ,\n')} ]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toReversed()
  return `{ ${fields.map(([name, field]) => `${JSON.stringify(name)} :\t${rewritten(field)}`).join(' , ')} }`
}

const json = fc.jsonValue({ noUnicodeString: false }).map((value): unknown => JSON.parse(JSON.stringify(value)))

describe('canonical JSON', () => {
  test('is the same for any order of fields and any whitespace', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(parseJson(rewritten(value)))).toBe(canonicalJson(value))
      }),
    )
  })

  test('differs for different values, and reads as the same value', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const text = canonicalJson(one)
        if (text === undefined) return
        expect(JSON.parse(text)).toEqual(one)
        expect(text === canonicalJson(other)).toBe(isDeepStrictEqual(one, other))
      }),
    )
  })
})

describe('the hash of a request', () => {
  test('ignores what does not change the reply', async () => {
    const plain = await hashOf({})
    expect(plain).toMatch(/^[0-9a-f]{64}$/)
    const irrelevant = { stream: true, stream_options: { include_usage: true }, user: 'me', metadata: {}, store: true }
    expect(await hashOf(irrelevant)).toBe(plain)
    expect(await hashOf({ model: 'the-engines-own-id' })).toBe(plain)
    expect(await hashOf({ top_p: undefined })).toBe(plain)
  })

  test.each([
    [{ temperature: 0.6 }, {}],
    [{ seed: 1 }, {}],
    [{ n: 2 }, {}],
    [{ messages: [{ role: 'user', content: 'hi' }] }, {}],
    [{ messages: [{ role: 'system', content: 'Hi' }] }, {}],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }, {}],
    [{ unknown_field: true }, {}],
    [{}, { model: 'acme/large' }],
    [{}, { caller: { name: 'phone' } }],
  ])('changes with %j %j', async (fields, others) => {
    expect(await hashOf(fields, others)).not.toBe(await hashOf({}))
  })

  test('is shared by the keys of one owner only', async () => {
    const of = (name: string, owner: string) => hashOf({}, { caller: { name, terms: keyTerms.parse({ owner }) } })
    expect(await of('laptop', 'ada')).toBe(await of('phone', 'ada'))
    expect(await of('laptop', 'ada')).not.toBe(await of('laptop', 'bob'))
    expect(await of('laptop', '')).not.toBe(await of('phone', ''))
    // A key can't be named so that it gets the replies of an owner.
    expect(await of('ada', '')).not.toBe(await of('laptop', 'ada'))
  })

  test('does not exist for numbers whose digits were lost', async () => {
    const lost = { seed: JSON.parse('9223372036854775807') as unknown }
    expect(await hashOf(lost)).toBeUndefined()
    expect(await hashOf({ deep: [{ at: JSON.parse('1e999') as unknown }] })).toBeUndefined()
    expect(await hashOf({ seed: Number.MAX_SAFE_INTEGER })).toBeDefined()
  })
})
