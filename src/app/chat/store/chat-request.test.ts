import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptySetup, readExtraBody } from '#app/data/setup.ts'
import { parameters } from '#contract/parameters.ts'
import { joinMembers, writtenMembers } from '#contract/raw-json.ts'
import { requestOf, sentExtraBody } from './chat-request.ts'

describe('additional request fields', () => {
  it('are the fields of one object', () => {
    expect(readExtraBody('')).toEqual({ fields: {} })
    expect(readExtraBody(' {"top_k": 40, "deep": {"er": [1]}} ')).toEqual({ fields: { top_k: 40, deep: { er: [1] } } })
  })

  it.each(['{', '[]', '1', 'null', '"a"', '{"a":1} x'])('are rejected with a reason for %s', (typed) => {
    expect(readExtraBody(typed).problem).toMatch(/\{"top_k": 40\}/u)
  })

  it.each(['model', 'messages', 'stream', 'stream_options'])('can’t set %s', (name) => {
    expect(readExtraBody(JSON.stringify({ [name]: null })).problem).toContain(name)
  })

  it.each(Object.values(parameters))('can’t set $label, which has a control', ({ wireName, label }) => {
    expect(readExtraBody(JSON.stringify({ [wireName]: 1 })).problem).toContain(label)
  })

  it('never change the fields that the page sends, for any input', () => {
    const plain = requestOf(emptySetup, 'acme/tiny', [])
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.constantFrom('{"model":"other"}', '[{"model":"other"}]', '{"messages":[1],', '1 {"a"'),
          fc.object().map((value) => JSON.stringify(value)),
        ),
        (extraBody) => {
          const body = requestOf({ ...emptySetup, extraBody }, 'acme/tiny', [])
          expect(body).toMatchObject(plain)
          const sent = joinMembers(writtenMembers(body, sentExtraBody({ extraBody })))
          expect(JSON.parse(sent)).toMatchObject(plain)
        },
      ),
    )
  })
})
