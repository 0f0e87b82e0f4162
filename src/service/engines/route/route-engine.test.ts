import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { createEngine } from '#service/engines/registry.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { refuse } from '#service/service-error.ts'
import { createStubEngine, replyWith, untilAborted } from '#service/stub-engine.test-support.ts'
import { createManualClock } from './manual-clock.test-support.ts'
import type { RouteMember } from './route-facts.ts'

type Events = AsyncIterable<readonly ChatEvent[]>
type Reply = NonNullable<NonNullable<Parameters<typeof createStubEngine>[0]>['reply']>

const firstContentMs = 2000
const members: RouteMember[] = [
  { engine: 'first', model: 'a' },
  { engine: 'second', model: 'b' },
]

/** A service with the route “team” over two scripted engines. */
async function startRoute(
  replies: { first?: Reply; second?: Reply },
  options: {
    members?: RouteMember[]
    models?: Partial<Record<'first' | 'second', EngineModel>>
    random?: () => number
  } = {},
) {
  const clock = createManualClock()
  const engineOf = (name: 'first' | 'second', id: string) => {
    const reply = replies[name]
    return createStubEngine({ name, models: [{ id, ...options.models?.[name] }], ...(reply && { reply }) })
  }
  const first = engineOf('first', 'a')
  const second = engineOf('second', 'b')
  const engines = [first, second]
  const seen: string[] = []
  const route = createEngine(
    {
      kind: 'routes',
      routes: { team: options.members ?? members },
      firstContentMs,
      findEngine: (name) => engines.find((engine) => engine.name === name),
      observer: {
        fellBack: (name, engine, code) => seen.push(`${name}: ${engine} ${code}`),
        circuitChanged: ({ engine }, isOpen) => seen.push(`${engine} ${isOpen ? 'open' : 'closed'}`),
      },
      ...(options.random && { random: options.random }),
    },
    { clock },
  )
  const service = await startTestService([route, ...engines])
  const ask = async (stream = false) => {
    const response = await service.chat({ model: 'team', stream })
    return { status: response.status, by: response.headers.get('x-parley-served-by'), text: await response.text() }
  }
  return { ...service, ask, clock, first, second, seen }
}

const failing = (code: ErrorCode) => (): Events => {
  throw refuse(code, 'It failed. Try again.')
}
const failingLate = (code: string | null): Reply =>
  async function* (): Events {
    yield [{ type: 'started' }]
    yield [{ type: 'failed', error: { message: 'busy', type: 'x', param: null, code } }]
  }
async function* ends(): Events {
  yield [{ type: 'started' }]
}

describe.each([true, false])('a call of a route (stream: %s)', (stream) => {
  test('is answered by the first member, and names it', async () => {
    const { ask, first, second, seen } = await startRoute({})
    expect(await ask(stream)).toMatchObject({
      status: 200,
      by: 'first/a',
      text: expect.stringContaining('"community/team"'),
    })
    expect(first.calls).toMatchObject([{ request: { model: 'a' } }])
    expect(second.calls).toEqual([])
    expect(seen).toEqual([])
  })

  test.each([
    ['a refused connection', failing('upstream_unreachable')],
    ['a lost connection', failing('upstream_cut')],
    ['a 429', failing('rate_limit_exceeded')],
    ['a 5xx', failing('upstream_error')],
    ['a 504', failing('upstream_timeout')],
    ['a stream that fails before its content', failingLate('oom')],
    ['a stream that reports a 429', failingLate('429')],
    ['a stream that ends before its content', ends],
  ])('moves on after %s', async (_name, first) => {
    const { ask, seen } = await startRoute({ first })
    expect(await ask(stream)).toMatchObject({ status: 200, by: 'second/b', text: expect.stringContaining('Hello') })
    expect(seen).toEqual([expect.stringMatching(/^team: first /)])
  })

  test.each([
    ['a 400', failing('invalid_value')],
    ['a context that is too long', failing('context_length_exceeded')],
    ['a 400 in the stream', failingLate('400')],
  ])('never moves on after %s', async (_name, first) => {
    const { ask, second } = await startRoute({ first })
    expect(await ask(stream)).toMatchObject({ status: 400, by: null })
    expect(second.calls).toEqual([])
  })

  test('never moves on after the first content', async () => {
    const { ask, second, seen } = await startRoute({
      async *first() {
        yield [{ type: 'text', choice: 0, text: 'Half' }]
        yield [{ type: 'failed', error: { message: 'oom', type: 'x', param: null, code: null } }]
      },
    })
    const { status, text } = await ask(stream)
    expect(second.calls).toEqual([])
    expect(seen).toEqual([])
    expect(text).not.toContain('Hello')
    expect(text).toContain('oom')
    expect(status).toBe(stream ? 200 : 502)
    if (stream) expect(text).not.toContain('[DONE]')
  })

  test('moves on when the first content is late, and stops the late engine', async () => {
    let isStopped = false
    const { ask, clock, seen, first } = await startRoute({
      async *first({ signal }) {
        yield [{ type: 'started' }]
        await untilAborted(signal)
        isStopped = true
        yield [{ type: 'text', choice: 0, text: 'Late' }]
      },
    })
    const asked = ask(stream)
    await expect.poll(() => first.calls.length).toBe(1)
    await clock.advance(firstContentMs - 1)
    expect(isStopped).toBe(false)
    await clock.advance(1)
    const { by, text } = await asked
    expect(by).toBe('second/b')
    expect(text).not.toContain('Late')
    expect(isStopped).toBe(true)
    expect(seen).toEqual(['team: first upstream_timeout'])
  })

  test('doesn’t hold empty pieces without limit', async () => {
    const { ask } = await startRoute({
      async *first() {
        for (let piece = 0; piece < 1000; piece++) {
          yield [{ type: 'text', choice: 0, text: '', extra: { choice: { logprobs: null } } }]
        }
        yield [{ type: 'failed', error: { message: 'oom', type: 'x', param: null, code: null } }]
      },
    })
    const { text } = await ask(stream)
    expect(text).toContain('oom')
    expect(text).not.toContain('Hello')
  })

  test('may take its time after the first content', async () => {
    const { ask, clock, first } = await startRoute({
      async *first() {
        yield [{ type: 'reasoning', choice: 0, text: 'Hm' }]
        await clock.sleep(firstContentMs * 5)
        yield* replyWith('Slow')
      },
    })
    const asked = ask(stream)
    await expect.poll(() => first.calls.length).toBe(1)
    await clock.advance(firstContentMs * 5)
    expect(await asked).toMatchObject({ by: 'first/a', text: expect.stringContaining('Slow') })
  })

  test('fails with the last error when all members fail', async () => {
    const { ask, seen } = await startRoute({ first: failing('rate_limit_exceeded'), second: failing('upstream_error') })
    expect(await ask(stream)).toMatchObject({ status: 502, by: null, text: expect.stringContaining('upstream_error') })
    expect(seen).toEqual(['team: first rate_limit_exceeded'])
  })
})

test('a caller who disconnects stops the engine, and no other is asked', async () => {
  const { service, first, second } = await startRoute({
    async *first({ signal }) {
      await untilAborted(signal)
      yield [{ type: 'started' }]
    },
  })
  const caller = new AbortController()
  const body = JSON.stringify({ model: 'team', messages: [{ role: 'user', content: 'Hi' }], stream: true })
  const headers = { authorization: 'Bearer good-key', 'content-type': 'application/json' }
  const url = 'http://parley.test/v1/chat/completions'
  const asked = service.fetch(new Request(url, { method: 'POST', headers, body, signal: caller.signal }))
  await expect.poll(() => first.calls.length).toBe(1)
  caller.abort()
  await asked
  expect(first.calls[0]?.cancellation.isCancelled).toBe(true)
  expect(second.calls).toEqual([])
})

test('a reply that isn’t streamed has the usage, and the log names the engine', async () => {
  const { ask, lines } = await startRoute({ first: failing('upstream_error') })
  expect(JSON.parse((await ask()).text)).toMatchObject({ usage: { completion_tokens: 2 }, model: 'community/team' })
  expect(lines).toContainEqual(
    expect.objectContaining({ fields: expect.objectContaining({ model: 'community/team', engine: 'second' }) }),
  )
})

describe('weights', () => {
  const weighted = (first: number, second: number): RouteMember[] => [
    { engine: 'first', model: 'a', weight: first },
    { engine: 'second', model: 'b', weight: second },
  ]
  test.each([
    [weighted(1, 3), 0.24, 'first/a'],
    [weighted(1, 3), 0.26, 'second/b'],
    [weighted(0, 1), 0, 'second/b'],
    [weighted(1, 0), 0.999, 'first/a'],
  ])('of %o choose at %d', async (list, point, by) => {
    const { ask } = await startRoute({}, { members: list, random: () => point })
    expect((await ask()).by).toBe(by)
  })

  test('leave the others for a fallback', async () => {
    const { ask } = await startRoute({ second: failing('upstream_error') }, { members: weighted(0, 1) })
    expect((await ask()).by).toBe('first/a')
  })
})

describe('a circuit', () => {
  /** An engine that fails until told otherwise. */
  function switchable() {
    const state = { works: false }
    const reply: Reply = () => (state.works ? replyWith('Hello') : failing('upstream_error')())
    return { state, reply }
  }

  test('opens after ten failures in a row, and no earlier', async () => {
    const { state, reply } = switchable()
    const { ask, first, seen } = await startRoute({ first: reply })
    for (let call = 0; call < 9; call++) await ask()
    state.works = true
    await ask()
    state.works = false
    for (let call = 0; call < 9; call++) await ask()
    expect(seen).not.toContain('first open')
    await ask()
    expect(seen).toContain('first open')
    const calls = first.calls.length
    expect(await ask()).toMatchObject({ by: 'second/b' })
    expect(first.calls).toHaveLength(calls)
  })

  test('probes every 15 s without a caller, and closes after a successful trial', async () => {
    const { state, reply } = switchable()
    const { ask, first, clock, seen } = await startRoute({ first: reply })
    let probes = 0
    let isUp = false
    first.models = async () => {
      probes += 1
      if (!isUp) throw new Error('down')
      return []
    }
    for (let call = 0; call < 10; call++) await ask()
    await clock.advance(14_999)
    expect(probes).toBe(0)
    await clock.advance(1)
    expect(probes).toBe(1)
    expect((await ask()).by).toBe('second/b')
    await clock.advance(15_000)
    expect(probes).toBe(2)
    isUp = true
    await clock.advance(15_000)
    expect(probes).toBe(3)
    state.works = true
    expect((await ask()).by).toBe('first/a')
    expect(seen.filter((each) => /open|closed/.test(each))).toEqual(['first open', 'first closed'])
    await clock.advance(60_000)
    expect(probes).toBe(3)
  })

  test('stays open when the trial fails, for one call only', async () => {
    const { ask, first, clock, seen } = await startRoute({ first: failing('upstream_error') })
    for (let call = 0; call < 10; call++) await ask()
    await clock.advance(15_000)
    await Promise.all([ask(), ask(), ask()])
    expect(first.calls).toHaveLength(11)
    expect(seen.filter((each) => /open|closed/.test(each))).toEqual(['first open'])
    await clock.advance(15_000)
    await ask()
    expect(first.calls).toHaveLength(12)
  })

  test('counts replies that break after their first content', async () => {
    const { ask, seen } = await startRoute({
      async *first() {
        yield [{ type: 'text', choice: 0, text: 'Half' }]
      },
    })
    for (let call = 0; call < 10; call++) await ask(true)
    expect(seen).toEqual(['first open'])
  })

  test('lets others in once the trial has its first content', async () => {
    const { state, reply } = switchable()
    const { ask, first, clock } = await startRoute({
      first: (call) =>
        state.works
          ? (async function* () {
              yield [{ type: 'text', choice: 0, text: 'Long' }]
              await clock.sleep(1000)
              yield [{ type: 'finished', reasons: { 0: 'stop' } }]
            })()
          : reply(call),
    })
    for (let call = 0; call < 10; call++) await ask()
    await clock.advance(15_000)
    state.works = true
    const asked = [ask(true)]
    await expect.poll(() => first.calls.length).toBe(11)
    asked.push(ask(true))
    await expect.poll(() => first.calls.length).toBe(12)
    await clock.advance(1000)
    expect(await Promise.all(asked)).toMatchObject([{ by: 'first/a' }, { by: 'first/a' }])
  })

  test('of one model leaves the other models of its engine in', async () => {
    const { ask, seen } = await startRoute(
      { first: ({ request }) => (request.model === 'a' ? failing('upstream_error')() : replyWith('Hello')) },
      { members: [...members.slice(0, 1), { engine: 'first', model: 'c' }] },
    )
    for (let call = 0; call < 12; call++) expect((await ask()).by).toBe('first/c')
    expect(seen).toContain('first open')
  })

  const busy = (seconds: number) => (): Events => {
    throw refuse('rate_limit_exceeded', 'Slow down.', { headers: { 'retry-after': String(seconds) } })
  }

  test('doesn’t count a 429, which callers get with its retry-after if all members are busy', async () => {
    const { ask, chat, seen } = await startRoute({ first: busy(5), second: busy(7) })
    for (let call = 0; call < 12; call++) await ask()
    const response = await chat({ model: 'team' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(seen.filter((each) => each.endsWith('open'))).toEqual([])
  })

  test.each(['first', 'second'] as const)(
    'of a failing member (%s) leaves callers the other one’s 429',
    async (down) => {
      const { ask, chat, seen } = await startRoute({
        first: busy(5),
        second: busy(5),
        [down]: failing('upstream_error'),
      })
      for (let call = 0; call < 10; call++) await ask()
      expect(seen).toContain(`${down} open`)
      const response = await chat({ model: 'team' })
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
    },
  )

  test('doesn’t count mistakes of callers', async () => {
    const { ask, seen } = await startRoute({ first: failing('invalid_value') })
    for (let call = 0; call < 12; call++) await ask()
    expect(seen).toEqual([])
  })

  test('of every member being open is an error that says when to try again', async () => {
    const { ask, chat } = await startRoute({ first: failing('upstream_error'), second: failing('upstream_error') })
    for (let call = 0; call < 10; call++) await ask()
    const response = await chat({ model: 'team' })
    expect(response.status).toBe(502)
    expect(response.headers.get('retry-after')).toBe('15')
    expect(await response.json()).toMatchObject({
      error: { code: 'upstream_unreachable', message: expect.stringContaining('team') },
    })
  })
})
