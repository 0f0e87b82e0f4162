import { describe, expect, it } from 'vitest'
import { createDemoCall } from './demo-call.test-support.ts'
import { createDemoEngine, dueTime } from './demo-engine.ts'
import { readDemoReply } from './read-demo-reply.test-support.ts'
import { createFakeClock } from './fake-clock.test-support.ts'
import { systemClock } from '#service/service-context.ts'

const engine = createDemoEngine({ clock: createFakeClock() })

describe('the pace', () => {
  it.each([
    ['45 when nothing is said', {}, 45],
    ['the request’s own', { tokens_per_second: 120 }, 120],
    ['500', { tokens_per_second: 500 }, 500],
    ['1000', { tokens_per_second: 1000 }, 1000],
  ])('is %s, even if timers are late', async (_, fields, rate) => {
    for (const lateness of [0, 1.3]) {
      const clock = createFakeClock({ lateness })
      const { tokens, duration } = await readDemoReply(createDemoCall('parley/typist', '600 tokens', fields), clock)
      const measured = ((tokens.length - 1) / duration) * 1000
      expect(measured / rate).toBeGreaterThan(0.95)
      expect(measured / rate).toBeLessThan(1.05)
    }
  })

  it('is six times the default for a report, unless the request sets one', async () => {
    const paceOf = async (fields: Record<string, unknown>) => {
      const { tokens, duration } = await readDemoReply(createDemoCall('parley/inspect', 'Hello', fields))
      return ((tokens.length - 1) / duration) * 1000
    }
    expect((await paceOf({})) / 270).toBeCloseTo(1, 1)
    expect((await paceOf({ tokens_per_second: 20 })) / 20).toBeCloseTo(1, 1)
  })

  it('follows the typist’s prompt over the request', async () => {
    const call = createDemoCall('parley/typist', '300 tokens at 200 tokens per second', { tokens_per_second: 10 })
    const { tokens, duration } = await readDemoReply(call)
    expect([tokens.length, Math.round(duration / 100)]).toEqual([300, 15])
  })

  it('batches fast tokens to limit the number of timers', async () => {
    const clock = createFakeClock()
    await readDemoReply(createDemoCall('parley/typist', '2000 tokens at 1000 tokens per second'), clock)
    expect(clock.sleeps.length).toBeLessThan(600)
  })

  it('takes no time at 0, but still yields to other work', async () => {
    const clock = createFakeClock()
    const { tokens, duration } = await readDemoReply(
      createDemoCall('parley/typist', '5000 tokens', { tokens_per_second: 0 }),
      clock,
    )
    expect([tokens.length, duration]).toEqual([5000, 0])
    expect(clock.sleeps.length).toBeGreaterThan(5)
  })

  it('may be slower than the longest timer', async () => {
    const clock = createFakeClock()
    await readDemoReply(createDemoCall('parley/echo', 'a b', { tokens_per_second: 1e-6 }), clock)
    expect(Math.max(...clock.sleeps)).toBeLessThan(2 ** 31)
    expect(clock.sleeps.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(1e9)
  })

  it('tolerates a clock that is set back', async () => {
    const clock = createFakeClock()
    let back = 0
    const turned = { ...clock, now: () => clock.now() - back }
    let tokens = 0
    for await (const batch of await createDemoEngine({ clock: turned }).stream(createDemoCall('parley/typist', 'Go'))) {
      tokens += batch.filter(({ type }) => type === 'text').length
      if (tokens >= 300) back = 3_600_000
    }
    expect(tokens).toBe(600)
    expect(clock.sleeps.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(15_000)
  })

  it.each([['fast'], [-1], [true], [Infinity]])('is refused if it is %j', async (pace) => {
    const call = createDemoCall('parley/echo', 'Hello', { tokens_per_second: pace })
    const refusal = { status: 400, detail: { code: 'invalid_value', param: 'tokens_per_second' } }
    await expect(engine.stream(call)).rejects.toMatchObject(refusal)
    await expect(engine.complete(call)).rejects.toMatchObject(refusal)
  })

  it('sends no token early on a real clock', async () => {
    const clock = systemClock
    const startedAt = clock.now()
    const stream = await createDemoEngine({ clock, tokensPerSecond: 1000 }).stream(
      createDemoCall('parley/typist', '200 tokens'),
    )
    const early: number[] = []
    let sent = 0
    for await (const batch of stream) {
      sent += batch.filter(({ type }) => type === 'text').length
      if (sent > 0 && clock.now() - startedAt < dueTime(sent - 1, 1000)) early.push(sent)
    }
    expect([sent, early]).toEqual([200, []])
  })
})
