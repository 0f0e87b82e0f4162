import { describe, expect, test } from 'vitest'
import type { Author, Model, ModelType } from '#contract/model.ts'
import type { Engine, ForwardCall } from '#service/engines/engine.ts'
import { createEngine } from '#service/engines/registry.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { refuse } from '#service/service-error.ts'
import { type LedgerEntry, createMemoryLedger } from '#service/state/ledger.ts'
import { createStubEngine, replyWith } from '#service/stub-engine.test-support.ts'
import { createManualClock } from './manual-clock.test-support.ts'
import type { RouteSettings } from './route-engine.ts'

// Members of a route that differ: in what they understand, cost and offer.

type Reply = NonNullable<NonNullable<Parameters<typeof createStubEngine>[0]>['reply']>

const priceOf = (rate: number): Model['pricing'] => [
  { metric: 'input_tokens', rate },
  { metric: 'output_tokens', rate },
]
const fails: Reply = () => {
  throw refuse('upstream_error', 'It failed. Try again.')
}

interface Member {
  maker?: Author
  reply?: Reply
  pricing?: Model['pricing']
  model_type?: ModelType
  embeddings?: boolean
  countTokens?: Engine['countTokens']
  forward?: (call: ForwardCall) => Promise<never> | ReturnType<NonNullable<Engine['forward']>>
}

/** A service with the route “team” over these engines, in order; each serves a model of its own name. */
async function start(members: Record<string, Member>, overrides: RouteSettings['overrides'] = {}) {
  const clock = createManualClock()
  const engines = Object.entries(members).map(([name, { reply, pricing, model_type, embeddings = false, ...more }]) => {
    const model = { id: `${name}-model`, embeddings, ...(pricing && { pricing }), ...(model_type && { model_type }) }
    return { ...createStubEngine({ name, models: [model], ...(reply && { reply }) }), ...more }
  })
  const opened: string[] = []
  const route = createEngine(
    {
      kind: 'routes',
      routes: { team: engines.map(({ name }) => ({ engine: name, model: `${name}-model` })) },
      firstContentMs: 1000,
      overrides,
      findEngine: (name) => engines.find((engine) => engine.name === name),
      observer: { fellBack() {}, circuitChanged: ({ engine }) => opened.push(engine) },
    },
    { clock },
  )
  const entries: LedgerEntry[] = []
  const ledger = { ...createMemoryLedger(), record: (entry: LedgerEntry) => void entries.push(entry) }
  const { service } = await startTestService([route, ...engines], { ledger })
  const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${callerKey}`
    const request = { method: 'POST', headers: { authorization, ...headers }, body }
    return service.fetch(new Request(`http://parley.test/v1/${path}`, request))
  }
  const post = (path: string, body: object) =>
    send(path, JSON.stringify({ model: 'team', ...body }), { 'content-type': 'application/json' })
  const requestsTo = (name: string) =>
    engines.filter((engine) => engine.name === name).flatMap(({ calls }) => calls.map(({ request }) => request))
  return { send, post, entries, requestsTo, opened, clock }
}

const messages = [{ role: 'user', content: 'Hi' }]
const chats: [string, object][] = [
  ['messages', { messages, max_tokens: 50 }],
  ['responses', { input: 'Hi', max_output_tokens: 50 }],
]
const newer = expect.objectContaining({ max_completion_tokens: 50 })
const older = expect.objectContaining({ max_tokens: 50 })

describe.each([false, true])('a request of another interface (stream: %s)', (stream) => {
  test.each(chats)('to /v1/%s reaches each member in its own terms', async (path, body) => {
    const openai = { maker: 'openai' as const }
    const { post, requestsTo } = await start({
      one: { reply: fails, ...openai },
      two: { reply: fails, maker: 'anthropic' },
      three: { reply: fails, ...openai },
      four: {},
    })
    const response = await post(path, { ...body, stream })
    expect(response.headers.get('x-parley-served-by')).toBe('four/four-model')
    expect(await response.text()).toContain('Hello')
    for (const [name, has] of Object.entries({ one: newer, two: older, three: newer, four: older })) {
      const [request, ...others] = requestsTo(name)
      expect(request).toEqual(has)
      expect(request).toHaveProperty('model', `${name}-model`)
      expect(Object.keys(request ?? {}).filter((field) => field.startsWith('max_'))).toHaveLength(1)
      expect(others).toEqual([])
    }
  })
})

describe('the ledger', () => {
  const cheapAndDear = { cheap: { reply: fails, pricing: priceOf(1_000) }, dear: { pricing: priceOf(4_000) } }
  // One token of input, one of output for each piece.
  const reply: Reply = () => replyWith('Hello')

  test.each([false, true])('has the engine that answered, at its price (stream: %s)', async (stream) => {
    const { post, entries } = await start({
      dear: { reply: fails, pricing: priceOf(4_000) },
      cheap: { reply, pricing: priceOf(1_000) },
    })
    await (await post('chat/completions', { messages, stream })).text()
    expect(entries).toMatchObject([{ model: 'community/team', engine: 'cheap', outcome: 'finished', cost: 0.002 }])
  })

  test('has the price of the route where the member’s own is unknown', async () => {
    const { post, entries } = await start({
      ...cheapAndDear,
      dear: { ...cheapAndDear.dear, reply: fails },
      other: { reply },
    })
    await (await post('chat/completions', { messages })).text()
    expect(entries).toMatchObject([{ engine: 'other', cost: 0.008 }])
  })

  test('has the price that the operator set for a member', async () => {
    const { post, entries } = await start(
      { dear: { pricing: priceOf(4_000), reply: fails }, cheap: { reply, pricing: priceOf(1_000) } },
      { 'community/cheap-model': { pricing: priceOf(2_000) } },
    )
    await (await post('chat/completions', { messages })).text()
    expect(entries).toMatchObject([{ engine: 'cheap', cost: 0.004 }])
  })

  test('has the price that the operator set for the route', async () => {
    const { post, entries } = await start(
      { cheap: { reply, pricing: priceOf(1_000) }, dear: { pricing: priceOf(4_000) } },
      { 'community/team': { pricing: priceOf(4_000) } },
    )
    await (await post('chat/completions', { messages })).text()
    expect(entries).toMatchObject([{ engine: 'cheap', cost: 0.008 }])
  })

  test('has the route where no engine answered', async () => {
    const { post, entries } = await start({ one: { reply: fails } })
    expect((await post('chat/completions', { messages })).status).toBe(502)
    expect(entries).toMatchObject([{ model: 'community/team', engine: 'routes', outcome: 'failed' }])
  })
})

describe('other endpoints', () => {
  const answers: NonNullable<Engine['forward']> = async () => ({
    kind: 'json',
    contentType: 'application/json',
    body: (async function* () {
      yield new TextEncoder().encode('{"data":[]}')
    })(),
    usage: () => ({ input_tokens: 1, output_tokens: 1 }),
  })
  const model_type = 'image_generation'

  test('leave out members that have none, and charge by the one that answered', async () => {
    const { post, entries, opened } = await start({
      chatty: { model_type, pricing: priceOf(4_000) },
      painter: { model_type, pricing: priceOf(1_000), forward: answers },
    })
    for (let call = 0; call < 12; call++) {
      const response = await post('images/generations', { prompt: 'A fox' })
      expect(response.headers.get('x-parley-served-by')).toBe('painter/painter-model')
      expect(await response.text()).toBe('{"data":[]}')
    }
    expect(opened).toEqual([])
    expect(entries.at(-1)).toMatchObject({ model: 'community/team', engine: 'painter', cost: 0.002 })
  })

  /** An engine that never answers, and the calls to it. */
  function hanging() {
    const calls: ForwardCall[] = []
    const forward = (call: ForwardCall) => {
      calls.push(call)
      return new Promise<never>(() => {})
    }
    return { calls, forward }
  }

  test.each([
    ['embeddings', { input: 'Hi' }, { embeddings: true }],
    ['moderations', { input: 'Hi' }, { model_type: 'moderation' as const }],
  ])('are asked at the next member if /v1/%s has no answer in time', async (path, body, model) => {
    const { calls, forward } = hanging()
    const { post, clock } = await start({ slow: { ...model, forward }, quick: { ...model, forward: answers } })
    const asked = post(path, body)
    await expect.poll(() => calls.length).toBe(1)
    await clock.advance(999)
    expect(calls[0]?.cancellation.isCancelled).toBe(false)
    await clock.advance(1)
    expect((await asked).headers.get('x-parley-served-by')).toBe('quick/quick-model')
    expect(calls[0]?.cancellation.isCancelled).toBe(true)
  })

  test('may take long to make an image', async () => {
    const finish: (() => void)[] = []
    const { post, clock } = await start({
      slow: { model_type, forward: (call) => new Promise((resolve) => finish.push(() => resolve(answers(call)))) },
      quick: { model_type, forward: answers },
    })
    const asked = post('images/generations', { prompt: 'A fox' })
    await expect.poll(() => finish.length).toBe(1)
    await clock.advance(60_000)
    finish[0]?.()
    expect((await asked).headers.get('x-parley-served-by')).toBe('slow/slow-model')
  })

  test('get an upload once, whatever the first member has taken of it', async () => {
    let chunks = 0
    const takes: Member['forward'] = async ({ body }) => {
      const step = typeof body === 'string' ? undefined : await body[Symbol.asyncIterator]().next()
      if (step?.done === false) chunks += 1
      throw refuse('upstream_error', 'It failed. Try again.')
    }
    const asked: ForwardCall[] = []
    const other = async (call: ForwardCall) => {
      asked.push(call)
      return answers(call)
    }
    const listens = { model_type: 'speech_to_text' as const }
    const { send } = await start({ first: { ...listens, forward: takes }, other: { ...listens, forward: other } })
    const form = new FormData()
    form.set('model', 'team')
    form.set('file', new File(['x'.repeat(5000)], 'a.wav'))
    expect((await send('audio/transcriptions', form)).status).toBe(502)
    expect(chunks).toBe(1)
    expect(asked).toEqual([])
  })

  test('are refused if no member has any', async () => {
    const { post, opened } = await start({ chatty: { model_type } })
    for (let call = 0; call < 12; call++) {
      const response = await post('images/generations', { prompt: 'A fox' })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: {
          param: 'model',
          message: 'No engine of the route “team” supports /v1/images/generations. Choose another model.',
        },
      })
    }
    expect(opened).toEqual([])
  })
})

describe('the tokens of a request to a route', () => {
  const counts: Engine['countTokens'] = async ({ request }) => (request.model === 'counting-model' ? 42 : 0)
  const refuses =
    (code: 'upstream_error' | 'not_found' | 'invalid_value'): Engine['countTokens'] =>
    async () => {
      throw refuse(code, 'It failed.')
    }
  const countIn = async (members: Parameters<typeof start>[0]) => {
    const { post } = await start(members)
    const response = await post('messages/count_tokens', { messages })
    return [response.status, await response.json()]
  }

  test.each<[string, Member]>([
    ['can’t count', {}],
    ['has no such endpoint', { countTokens: refuses('not_found') }],
    ['fails', { countTokens: refuses('upstream_error') }],
  ])('are counted by the next member if the first one %s', async (_name, first) => {
    expect(await countIn({ first, counting: { countTokens: counts } })).toEqual([200, { input_tokens: 42 }])
  })

  test('are estimated if no member can count', async () => {
    expect(await countIn({ one: {}, two: { countTokens: refuses('not_found') } })).toEqual([200, { input_tokens: 1 }])
  })

  test('aren’t counted by another member after a mistake of the caller', async () => {
    const refused = await countIn({
      first: { countTokens: refuses('invalid_value') },
      counting: { countTokens: counts },
    })
    expect(refused).toMatchObject([400, { error: { message: 'It failed.' } }])
  })

  test('aren’t counted by a member that is left out, and a count doesn’t bring it back', async () => {
    const first = { reply: fails, countTokens: async () => 1 }
    const { post, opened, clock } = await start({ first, counting: { countTokens: counts } })
    const count = async () => (await post('messages/count_tokens', { messages })).json()
    for (let call = 0; call < 10; call++) await post('chat/completions', { messages })
    expect(opened).toEqual(['first'])
    expect(await count()).toEqual({ input_tokens: 42 })
    await clock.advance(15_000)
    expect(await count()).toEqual({ input_tokens: 1 })
    expect(opened).toEqual(['first'])
  })
})

test('a model that isn’t available at one engine is asked for at the next one, and opens no circuit', async () => {
  const reply: Reply = () => {
    throw refuse('model_inactive', 'The file is damaged. Download it again.')
  }
  const { post, opened } = await start({ files: { reply }, other: {} })
  for (let call = 0; call < 12; call++) {
    const response = await post('chat/completions', { messages })
    expect(response.headers.get('x-parley-served-by')).toBe('other/other-model')
  }
  expect(opened).toEqual([])
})
