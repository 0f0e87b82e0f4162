import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isRecord } from '#contract/json.ts'
import { createDemoCall } from '#service/engines/demo/demo-call.test-support.ts'
import { createDemoEngine } from '#service/engines/demo/demo-engine.ts'
import { createFakeClock } from '#service/engines/demo/fake-clock.test-support.ts'
import { readDemoReply } from '#service/engines/demo/read-demo-reply.test-support.ts'

interface Weighed {
  token: string
  logprob: number
  bytes: number[]
  top_logprobs: Omit<Weighed, 'top_logprobs'>[]
}

const babble = (fields: Readonly<Record<string, unknown>>, messages: string | readonly object[] = 'The sea') =>
  createDemoCall('parley/babble', messages, { logprobs: true, max_tokens: 30, ...fields })

/** The probabilities of a streamed reply, by token. */
async function streamed(fields: Readonly<Record<string, unknown>>, messages?: string | readonly object[]) {
  const { events, tokens } = await readDemoReply(babble(fields, messages))
  const weighed = events.flatMap((event) => {
    const logprobs = event.type === 'text' ? event.extra?.choice?.['logprobs'] : undefined
    return isRecord(logprobs) ? (logprobs['content'] as Weighed[]) : []
  })
  return { tokens, weighed }
}

describe('the token probabilities of parley/babble', () => {
  it('are those of each token, most likely first, with the bytes of its text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.nat(20),
        async (seed, temperature, top) => {
          const { tokens, weighed } = await streamed({ seed, temperature, top_logprobs: top })
          expect(weighed.map(({ token }) => token)).toEqual(tokens)
          for (const { token, logprob, bytes, top_logprobs: others } of weighed) {
            expect(new TextDecoder().decode(Uint8Array.from(bytes))).toBe(token)
            expect(logprob).toBeLessThanOrEqual(0)
            expect(others.length).toBeLessThanOrEqual(top)
            expect(others.map((each) => each.logprob)).toEqual(
              others.map((each) => each.logprob).toSorted((a, b) => b - a),
            )
            expect(others.reduce((sum, each) => sum + Math.exp(each.logprob), 0)).toBeLessThan(1 + 1e-9)
            const same = others.find((each) => each.token === token)
            if (same) expect(same.logprob).toBe(logprob)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('are how often a token really is drawn', async () => {
    const first = async (seed: number) =>
      (await streamed({ seed, temperature: 1, max_tokens: 1, top_logprobs: 3 })).weighed[0]
    const draws = await Promise.all(Array.from({ length: 600 }, (_, seed) => first(seed)))
    const [likeliest] = draws[0]?.top_logprobs ?? []
    const share = draws.filter((each) => each?.token === likeliest?.token).length / draws.length
    expect(share).toBeGreaterThan(Math.exp(likeliest?.logprob ?? 0) - 0.08)
    expect(share).toBeLessThan(Math.exp(likeliest?.logprob ?? 0) + 0.08)
  })

  it('follow the temperature', async () => {
    const best = async (temperature: number) =>
      (await streamed({ seed: 1, temperature, max_tokens: 1, top_logprobs: 1 })).weighed[0]?.top_logprobs[0]?.logprob ??
      NaN
    expect(await best(0.5)).toBeGreaterThan(await best(1))
    expect(await best(1)).toBeGreaterThan(await best(2))
    // At 0 one token is certain, so the model's own probabilities say more.
    expect(await best(0)).toBe(await best(1))
  })

  it('are in a whole reply, too, and only if asked for', async () => {
    const engine = createDemoEngine({ clock: createFakeClock() })
    const { choices } = await engine.complete(babble({ seed: 5, top_logprobs: 2 }))
    const { weighed } = await streamed({ seed: 5, top_logprobs: 2 })
    expect(choices[0]?.['logprobs']).toEqual({ content: weighed, refusal: null })
    const without = await engine.complete(babble({ seed: 5, logprobs: false }))
    expect(without.choices[0]).not.toHaveProperty('logprobs')
    expect(without.choices[0]?.message).toEqual(choices[0]?.message)
  })

  it('belong to a reply that continues its beginning', async () => {
    const begin = (text: string) => [
      { role: 'user', content: 'The sea' },
      { role: 'assistant', content: text },
    ]
    const text = async (begun: string) => (await streamed({ temperature: 0, max_tokens: 1 }, begin(begun))).tokens[0]
    expect(await text('Every week for thirty')).toBe(' years')
    expect(await text('Every week for thirty ')).toBe('years')
    expect(await text('Every week, for thirty years.')).toMatch(/^ [A-Z]/)
  })

  test.each([
    ['logprobs', 'yes'],
    ['top_logprobs', 21],
    ['top_logprobs', -1],
    ['top_logprobs', 1.5],
  ])('are refused for %s %j', async (param, value) => {
    const engine = createDemoEngine({ clock: createFakeClock() })
    await expect(engine.stream(babble({ [param]: value }))).rejects.toMatchObject({
      status: 400,
      detail: { code: 'invalid_value', param },
    })
  })
})
