import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assertion, assertionTypes, checkAssertion, newAssertion, similarity } from './assertions.ts'
import { anyReply } from './experiments.test-support.ts'
import type { CellReply } from './results.ts'

const matches = (pattern: string, text: string) => {
  if (pattern === 'slow') return Promise.resolve('timeout' as const)
  return Promise.resolve(pattern === '(' ? ('invalid' as const) : new RegExp(pattern, 'u').test(text))
}

function check(assertion: Partial<Assertion>, reply: Partial<CellReply>, values: Record<string, string> = {}) {
  return checkAssertion({ type: 'equals', value: '', weight: 1, ...assertion }, anyReply(reply), values, matches)
}

const weather = { name: 'weather', arguments: '{"city":"Oslo","days":[1,{"a":2,"b":3}]}' }
const priced = { text: '{"lines":[{"price":9.5,"name":"a"},{"price":3}],"ok":true,"none":null}' }

describe('checkAssertion', () => {
  it.each<[Partial<Assertion>, Partial<CellReply>, boolean | RegExp]>([
    [{ type: 'equals', value: 'yes' }, { text: 'yes' }, true],
    [{ type: 'equals', value: 'yes' }, { text: 'yes ' }, /isn’t “yes”/u],
    [{ type: 'contains', value: 'b' }, { text: 'abc' }, true],
    [{ type: 'contains', value: 'B' }, { text: 'abc' }, /doesn’t contain “B”/u],
    [{ type: 'not-contains', value: 'x' }, { text: 'abc' }, true],
    [{ type: 'not-contains', value: 'b' }, { text: 'abc' }, /contains “b”/u],
    [{ type: 'starts-with', value: 'ab' }, { text: 'abc' }, true],
    [{ type: 'starts-with', value: 'bc' }, { text: 'abc' }, /doesn’t start/u],
    [{ type: 'regex', value: '^\\d+$' }, { text: '42' }, true],
    [{ type: 'regex', value: '^\\d+$' }, { text: 'x42' }, /doesn’t match/u],
    [{ type: 'regex', value: 'slow' }, {}, /takes too long/u],
    [{ type: 'regex', value: '(' }, {}, /isn’t a valid regular expression/u],
    [{ type: 'is-json' }, { text: ' [1] ' }, true],
    [{ type: 'is-json' }, { text: '```json\n[1]\n```' }, /isn’t valid JSON/u],
    [{ type: 'json-schema', value: '{"type":"object","required":["ok"]}' }, priced, true],
    [{ type: 'json-schema', value: '{"required":["gone"]}' }, priced, /gone/u],
    [{ type: 'json-schema', value: '{"type":"object"}' }, { text: 'x' }, /isn’t valid JSON/u],
    [{ type: 'json-schema', value: 'x' }, priced, /isn’t a JSON object/u],
    [{ type: 'json-path', path: '$.lines[0].price', value: '9.5' }, priced, true],
    [{ type: 'json-path', path: '$.lines[*].price', value: '3' }, priced, true],
    [{ type: 'json-path', path: '$.lines[0].name', value: 'a' }, priced, true],
    [{ type: 'json-path', path: '$.none', value: 'null' }, priced, true],
    [{ type: 'json-path', path: '$.lines[1]', value: '{ "price": 3 }' }, priced, true],
    [{ type: 'json-path', path: '$.ok', value: 'false' }, priced, /has “true” at/u],
    [{ type: 'json-path', path: '$.gone', value: '' }, priced, /nothing at/u],
    [{ type: 'json-path', path: '$[', value: '' }, priced, /isn’t a valid JSON path/u],
    [{ type: 'json-path', path: '$[?match(@, "(a+)+$")]', value: '' }, priced, /can’t use match/u],
    [{ type: 'json-path', path: '$.ok', value: 'true' }, { text: 'no' }, /isn’t valid JSON/u],
    [{ type: 'tool-called', value: 'weather' }, { toolCalls: [weather] }, true],
    [{ type: 'tool-called', value: 'weather', arguments: '{"city":"Oslo"}' }, { toolCalls: [weather] }, true],
    [
      { type: 'tool-called', value: 'weather', arguments: '{"days":[1,{"b":3,"a":2}]}' },
      { toolCalls: [weather] },
      true,
    ],
    [
      { type: 'tool-called', value: 'weather', arguments: '{"city":"Bergen"}' },
      { toolCalls: [weather] },
      /with \{"city/u,
    ],
    [{ type: 'tool-called', value: 'weather', arguments: '[]' }, { toolCalls: [weather] }, /aren’t a JSON object/u],
    [{ type: 'tool-called', value: 'other' }, { toolCalls: [weather] }, /didn’t call “other”/u],
    [{ type: 'no-tool-called' }, {}, true],
    [{ type: 'no-tool-called' }, { toolCalls: [weather] }, /called weather/u],
    [{ type: 'max-length', value: '3' }, { text: 'abc' }, true],
    [{ type: 'max-length', value: '2' }, { text: 'abc' }, /has 3 characters/u],
    [{ type: 'max-length', value: 'many' }, {}, /isn’t a number/u],
    [{ type: 'max-length', value: '' }, {}, /isn’t a number/u],
    [{ type: 'max-latency', value: '100' }, { latencyMs: 100 }, true],
    [{ type: 'max-latency', value: '99' }, { latencyMs: 100 }, /took 100 ms/u],
    [{ type: 'max-first-token', value: '20' }, { firstTokenMs: 10 }, true],
    [{ type: 'max-first-token', value: '20' }, {}, /no token/u],
    [{ type: 'max-cost', value: '0.1' }, { cost: 0.1 }, true],
    [{ type: 'max-cost', value: '0.1' }, { cost: 0.2 }, /cost \$0\.2/u],
    [{ type: 'max-cost', value: '0.1' }, {}, /cost is unknown/u],
    [{ type: 'similar', value: '0.5' }, { text: 'kitten' }, /no expected text/u],
  ])('%j of %j', async (assertion, reply, expected) => {
    const { pass, reason } = await check(assertion, reply)
    expect(pass).toBe(expected === true)
    if (expected === true) expect(reason).toBe('')
    else expect(reason).toMatch(expected as RegExp)
  })

  it('fills variables and the expected text into all fields', async () => {
    const values = { expected: 'Oslo', path: 'city', tool: 'weather' }
    const json = { text: '{"city":"Oslo"}', toolCalls: [weather] }
    expect(await check({ type: 'contains', value: '{{expected}}' }, json, values)).toMatchObject({ pass: true })
    expect(await check({ type: 'json-path', path: '$.{{path}}', value: '{{expected}}' }, json, values)).toMatchObject({
      pass: true,
    })
    const called = { type: 'tool-called', value: '{{tool}}', arguments: '{"city":"{{expected}}"}' } as const
    expect(await check(called, json, values)).toMatchObject({ pass: true })
    expect(await check({ type: 'similar', value: '1' }, { text: 'Oslo' }, values)).toMatchObject({ pass: true })
  })

  it('judges any reply by any new assertion without failing itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...assertionTypes), fc.string(), fc.string(), async (type, text, expected) => {
        const { pass, reason } = await check(newAssertion(type), { text }, { expected })
        expect(pass).toBe(reason === '')
      }),
    )
  })
})

describe('similarity', () => {
  it.each([
    ['kitten', 'sitting', 1 - 3 / 7],
    ['', '', 1],
    ['a', '', 0],
    ['same', 'same', 1],
  ])('of %j and %j is %d', (one, other, ratio) => {
    expect(similarity(one, other)).toBeCloseTo(ratio, 10)
  })
})
