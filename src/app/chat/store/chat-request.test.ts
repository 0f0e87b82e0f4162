import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptySetup, readExtraBody } from '#app/data/setup.ts'
import { type Parameter, parameters, readParameters, wireParameters } from '#contract/parameters.ts'
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

  const rows = Object.values<Parameter>(parameters)
  it.each(rows.filter((row) => !row.isOtherField))('can’t set $label, which has a control', ({ wireName, label }) => {
    expect(readExtraBody(JSON.stringify({ [wireName]: 1 })).problem).toContain(label)
  })

  it.each(rows.filter((row) => row.isOtherField))('may still set $label, unless its control does', ({ wireName }) => {
    const extraBody = JSON.stringify({ [wireName]: 'typed' })
    expect(requestOf({ ...emptySetup, extraBody }, 'acme/tiny', [])).toHaveProperty(wireName, 'typed')
    expect(sentExtraBody({ extraBody })).toBe(extraBody)
    const set = readParameters({ topK: 3, minP: 1, repetitionPenalty: 1, reasoningEffort: 'low', logitBias: { 1: 2 } })
    expect(requestOf({ ...emptySetup, extraBody, parameters: set }, 'acme/tiny', [])).toMatchObject(wireParameters(set))
    expect(sentExtraBody({ ...emptySetup, extraBody, parameters: set })).toBe('')
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

it('may stand in "Other fields" if they had no control before, which takes precedence', () => {
  const extraBody =
    '{"tools":[{"type":"function","function":{"name":"old"}}],"logprobs":true,"response_format":{"type":"text"}}'
  const setup = { ...emptySetup, extraBody }
  expect(requestOf(setup, 'm', [])).toMatchObject({ logprobs: true, tools: [{ function: { name: 'old' } }] })
  const list = [{ name: 'new', description: '', parameters: '', kind: 'ask' as const, mockResult: '', server: '' }]
  expect(requestOf({ ...setup, tools: { ...emptySetup.tools, list } }, 'm', [])).toMatchObject({
    tools: [{ function: { name: 'new' } }],
  })
})
