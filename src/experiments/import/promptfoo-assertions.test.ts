import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAssertion } from '#experiments/assertions.ts'
import { createNotices } from './notices.ts'
import { convertAssertions } from './promptfoo-assertions.ts'

function convert(...list: unknown[]) {
  const notices = createNotices()
  return { assertions: convertAssertions(list, 'test 1', notices), unmapped: notices.list() }
}

describe('assertions that become patterns', () => {
  const matches = async (pattern: string, text: string) => Promise.resolve(new RegExp(pattern, 'u').test(text))
  const verdictOf = async (assertion: object, text: string) => {
    const [converted] = convert(assertion).assertions
    if (!converted) throw new Error('no assertion')
    const reply = { text, reasoning: '', toolCalls: [], latencyMs: 1, rounds: 1 }
    return (await checkAssertion(converted, reply, {}, matches)).pass
  }
  const letters = fc.stringMatching(/^[abAB.é\n(]{0,4}$/u)

  it('have the verdict of promptfoo', async () => {
    await fc.assert(
      fc.asyncProperty(letters, fc.array(letters, { minLength: 1, maxLength: 3 }), async (text, value) => {
        const lower = text.toLowerCase()
        const lowerValue = value.map((each) => each.toLowerCase())
        const [first = ''] = value
        const hasFirst = lower.includes(first.toLowerCase())
        expect(await verdictOf({ type: 'icontains', value: first }, text)).toBe(hasFirst)
        expect(await verdictOf({ type: 'not-icontains', value: first }, text)).toBe(!hasFirst)
        for (const [prefix, has, each] of [
          ['', text, value],
          ['i', lower, lowerValue],
        ] as const) {
          const any = each.some((one) => has.includes(one))
          expect(await verdictOf({ type: `${prefix}contains-any`, value }, text)).toBe(any)
          expect(await verdictOf({ type: `not-${prefix}contains-any`, value }, text)).toBe(!any)
          const all = each.every((one) => has.includes(one))
          expect(await verdictOf({ type: `${prefix}contains-all`, value }, text)).toBe(all)
        }
      }),
    )
  })

  it('negate patterns', async () => {
    expect(await verdictOf({ type: 'not-regex', value: '^a|b$' }, 'xb')).toBe(false)
    expect(await verdictOf({ type: 'not-regex', value: '^a|b$' }, 'xa\nb x')).toBe(true)
  })

  it('aren’t made of texts with variables', () => {
    expect(convert({ type: 'icontains', value: '{{q}}' })).toEqual({
      assertions: [],
      unmapped: ['The assertion icontains of test 1 can’t be mapped.'],
    })
  })
})

it.each([
  { type: 'equals', value: 'file://answer.txt' },
  { type: 'equals', value: '{{ a | upper }}' },
  { type: 'contains', value: 'x', transform: 'output.trim()' },
  { type: 'latency', threshold: '5' },
  { type: 'is-json', value: 'file://schema.json' },
  { type: 'contains-any', value: '"a, b", c' },
  { type: 'contains-all', value: ['a', 1] },
])('doesn’t guess the meaning of %j', (assertion) => {
  expect(convert(assertion)).toEqual({
    assertions: [],
    unmapped: [`The assertion ${assertion.type} of test 1 can’t be mapped.`],
  })
})

it('names what isn’t an assertion', () => {
  expect(convert('is-json', {}).unmapped).toEqual(['An assertion of test 1 can’t be mapped: it has no type.'])
})
