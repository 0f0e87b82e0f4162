import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { model as modelSchema } from '#contract/model.ts'
import { systemClock } from '#service/service-context.ts'
import { createDemoCall } from './demo-call.test-support.ts'
import { createDemoEngine, dueTime } from './demo-engine.ts'
import { readLongestReply } from './demo-model.ts'
import { readDemoReply } from './read-demo-reply.test-support.ts'
import { countTokens } from './tokens.ts'
import { createFakeClock } from './fake-clock.test-support.ts'

describe('built-in engine', () => {
  const ids = ['eliza', 'babble', 'echo', 'inspect', 'typist', 'tools', 'json'].map((slug) => `parley/${slug}`)
  const engine = createDemoEngine({ clock: createFakeClock() })

  describe('the models', () => {
    it('have complete details', async () => {
      const models = await engine.models(new AbortController().signal)
      expect(models.map(({ id }) => id)).toEqual(ids)
      for (const card of models) {
        expect(modelSchema.parse(card)).toEqual(card)
        expect(card).toMatchObject({
          author: 'parley',
          status: 'active',
          context_length_known: true,
          created: 1795219200,
        })
        expect(card.description).toContain('demo model inside Parley')
        expect(card.id).toBe(`${card.author}/${card.slug}`)
      }
    })

    it('are free, not of unknown price', async () => {
      const models = await engine.models(new AbortController().signal)
      const free = ['input_tokens', 'output_tokens'].map((metric) => ({ metric, rate: 0 }))
      expect(models.map(({ pricing }) => pricing)).toEqual(ids.map(() => free))
    })

    it('refuse a call to an unknown model', async () => {
      const call = createDemoCall('parley/no-such-model', 'Hello')
      const refusal = { status: 404, detail: { code: 'model_not_found', param: 'model' } }
      await expect(engine.stream(call)).rejects.toMatchObject(refusal)
      await expect(engine.complete(call)).rejects.toMatchObject(refusal)
    })
  })

  describe('a stream', () => {
    it.each(ids)('of %s starts, sends one token per event, reports usage and finishes', async (id) => {
      const { events, tokens, text, usage, reason } = await readDemoReply(
        createDemoCall(id, 'The harbour in the morning'),
      )
      const kinds = events.map(({ type }) => type)
      expect(kinds).toEqual(['started', ...tokens.map(() => 'text'), 'usage', 'finished'])
      expect(tokens.length).toBeGreaterThan(3)
      // The tokens of babble are its own words.
      if (id !== 'parley/babble') expect(countTokens(text)).toBe(tokens.length)
      expect(usage).toEqual({ prompt_tokens: 5, completion_tokens: tokens.length, total_tokens: 5 + tokens.length })
      expect(reason).toBe('stop')
    })

    it('counts the prompt tokens of all messages and parts', async () => {
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: null, tool_calls: [] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One' },
            { type: 'image_url', image_url: { url: 'x' } },
            { type: 'text', text: 'two' },
          ],
        },
      ]
      const { usage } = await readDemoReply(createDemoCall('parley/echo', messages))
      expect(usage?.prompt_tokens).toBe(countTokens('Be brief.') + countTokens('One\ntwo'))
    })

    it('refuses a prompt that fills the context, and ends a reply that does', async () => {
      const fits = createDemoCall('parley/echo', 'ab '.repeat(200_000))
      const cut = await readDemoReply(fits)
      expect(cut.usage?.total_tokens).toBe(262_144)
      expect(cut.reason).toBe('length')
      await expect(engine.stream(createDemoCall('parley/echo', 'ab '.repeat(262_144)))).rejects.toMatchObject({
        status: 400,
        detail: { code: 'context_length_exceeded', param: 'messages' },
      })
    })
  })

  describe('max_tokens', () => {
    it('cuts a reply after exactly this many tokens, and keeps a shorter one', async () => {
      // The inspector reports the limit itself, so its reply differs with and without one.
      const model = fc.constantFrom(...ids.filter((id) => id !== 'parley/inspect'))
      await fc.assert(
        fc.asyncProperty(
          model,
          fc.string({ maxLength: 80 }),
          fc.integer({ min: 1, max: 60 }),
          async (id, prompt, limit) => {
            const whole = await readDemoReply(createDemoCall(id, prompt, { seed: 1 }))
            const { tokens, reason } = await readDemoReply(createDemoCall(id, prompt, { seed: 1, max_tokens: limit }))
            expect(tokens).toEqual(whole.tokens.slice(0, limit))
            expect(reason).toBe(whole.tokens.length > limit ? 'length' : 'stop')
          },
        ),
      )
    })

    it.each(ids)('cuts %s with the finish reason length', async (id) => {
      const { tokens, reason, usage } = await readDemoReply(
        createDemoCall(id, 'The harbour in the morning', { max_tokens: 3 }),
      )
      expect([tokens.length, reason, usage?.completion_tokens]).toEqual([3, 'length', 3])
    })

    it('does not report a reply of exactly this length as cut', async () => {
      const { text, reason } = await readDemoReply(createDemoCall('parley/echo', 'one two three', { max_tokens: 3 }))
      expect([text, reason]).toEqual(['one two three', 'stop'])
    })
  })

  describe('stop', () => {
    it.each(ids)('ends %s before the stop sequence', async (id) => {
      const call = (fields: object) => createDemoCall(id, 'The harbour in the morning', { seed: 4, ...fields })
      const whole = await readDemoReply(call({}))
      const sequence = whole.text.slice(9, 13)
      const { text, reason, tokens, usage } = await readDemoReply(call({ stop: ['never said', sequence] }))
      // The inspector reports the stop sequence itself, so only the beginning is the same.
      expect(text).toBe(whole.text.slice(0, whole.text.indexOf(sequence)))
      expect(reason).toBe('stop')
      expect(usage?.completion_tokens).toBe(tokens.length)
    })
  })

  describe('an abort', () => {
    it('ends the stream at once, without more tokens or a finish reason', async () => {
      const controller = new AbortController()
      const call = createDemoCall('parley/typist', '5000 tokens', {}, { signal: controller.signal })
      const seen: string[] = []
      for await (const batch of await createDemoEngine({ clock: systemClock, tokensPerSecond: 5 }).stream(call)) {
        seen.push(...batch.map(({ type }) => type))
        if (seen.length === 2) setTimeout(() => controller.abort(), 10)
      }
      expect(seen).toEqual(['started', 'text'])
    })

    it('before the start sends nothing', async () => {
      const call = createDemoCall('parley/echo', 'Hello', {}, { signal: AbortSignal.abort() })
      expect((await readDemoReply(call)).events).toEqual([])
    })

    it('fails a single reply instead of returning a part', async () => {
      const controller = new AbortController()
      const call = createDemoCall('parley/typist', '200000 tokens', {}, { signal: controller.signal })
      const reply = createDemoEngine({ clock: systemClock }).complete(call)
      setTimeout(() => controller.abort(), 5)
      await expect(reply).rejects.toMatchObject({ detail: { code: 'upstream_cut' } })
    })
  })

  describe('a single reply', () => {
    it('equals the streamed reply, without the pace', async () => {
      const clock = createFakeClock()
      const call = createDemoCall('parley/typist', '3000 tokens at 2 tokens per second')
      const streamed = await readDemoReply(call)
      const before = clock.now()
      const completion = await createDemoEngine({ clock }).complete(call)
      expect(clock.now() - before).toBe(0)
      expect(completion).toEqual({
        ...call.identity,
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: streamed.text }, finish_reason: 'stop' }],
        usage: streamed.usage,
      })
    })
  })
})

describe('readLongestReply', () => {
  const longest = (fields: Record<string, unknown>) =>
    readLongestReply(createDemoCall('parley/echo', 'Hi', fields).request)

  describe('the longest reply', () => {
    test.each([
      [{}, undefined],
      [{ max_tokens: 5 }, 5],
      [{ max_completion_tokens: 5 }, 5],
      [{ max_completion_tokens: null, max_tokens: null }, undefined],
      [{ max_tokens: 5, max_completion_tokens: 3 }, 3],
      [{ max_tokens: 3, max_completion_tokens: 5 }, 3],
    ])('of %o is %s', (fields, limit) => {
      expect(longest(fields)).toBe(limit)
    })

    test.each([0, -1, 1.5, '5', {}])('refuses %o as max_completion_tokens', (value) => {
      expect(() => longest({ max_completion_tokens: value })).toThrow(
        'max_completion_tokens must be a whole number of at least 1.',
      )
    })
  })
})

describe('pace', () => {
  const rates = fc.double({ min: 0.01, max: 100_000, noNaN: true })

  describe('dueTime', () => {
    it('starts at 0 and never decreases', () => {
      fc.assert(
        fc.property(rates, fc.nat(200_000), (rate, position) => {
          expect(dueTime(0, rate)).toBe(0)
          expect(dueTime(position + 1, rate)).toBeGreaterThan(dueTime(position, rate))
        }),
      )
    })

    it('varies within one interval and never accumulates', () => {
      fc.assert(
        fc.property(rates, fc.nat(200_000), (rate, position) => {
          const late = (dueTime(position, rate) * rate) / 1000 - position
          expect(late).toBeGreaterThan(-1e-6)
          expect(late).toBeLessThan(1)
        }),
      )
      const gaps = Array.from({ length: 20 }, (_, at) => Math.round(dueTime(at + 1, 45) - dueTime(at, 45)))
      expect(new Set(gaps).size).toBeGreaterThan(1)
    })

    it('makes every token due at once at a pace of 0', () => {
      expect(dueTime(5000, 0)).toBe(0)
    })
  })
})
