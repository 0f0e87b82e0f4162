import { describe, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { usageReport } from '#contract/usage.ts'
import type { EngineCall } from '#service/engines/engine.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { createMemoryKeys } from '#service/state/memory-keys.ts'
import { createStubEngine, untilAborted } from '#service/stub-engine.test-support.ts'

const usage = {
  prompt_tokens: 1000,
  completion_tokens: 200,
  total_tokens: 1200,
  prompt_tokens_details: { cached_tokens: 400 },
  completion_tokens_details: { reasoning_tokens: 50 },
}
const millionsForOne = { metric: 'output_tokens' as const, rate: 1000 }
const pricing = [{ metric: 'input_tokens' as const, rate: 1000 }, millionsForOne]
/** Dollars of a call with this usage. */
const cost = 1.2

async function* counted() {
  yield [{ type: 'text' as const, choice: 0, text: 'Hi' }]
  yield [
    { type: 'usage' as const, usage },
    { type: 'finished' as const, reasons: { 0: 'stop' as const } },
  ]
}

async function start(reply: (call: EngineCall) => ReturnType<typeof counted> = counted) {
  const keys = createMemoryKeys()
  let now = Date.parse('2027-01-31T23:30:00Z')
  const clock = { now: () => now, sleep: async () => {} }
  const models = ['acme/tiny', 'acme/large'].map((id) => ({ id, pricing, max_output_tokens: 500 }))
  const engine = createStubEngine({ models, reply })
  const { service } = await startTestService([engine], { keys, keyStore: keys, clock })
  const keyOf = async (name: string, terms: object = {}) => (await keys.add(name, keyTerms.parse(terms))).key
  const send = (key: string, path: string, body?: object, signal?: AbortSignal) =>
    service.fetch(
      new Request(`http://parley.test${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    )
  const chat = async (key: string, fields: object = {}) => {
    const response = await send(key, '/v1/chat/completions', { model: 'acme/tiny', messages, ...fields })
    return { response, text: await response.text() }
  }
  const wholeReport = async (key: string, query = '') =>
    usageReport.parse(await (await send(key, `/v1/usage${query}`)).json())
  const report = async (key: string, query = '') => (await wholeReport(key, query)).data
  const pass = (minutes: number) => {
    now += minutes * 60_000
  }
  return { keyOf, send, chat, report, wholeReport, pass, engine }
}
const messages = [{ role: 'user', content: 'Hi' }]

const sums = { input_tokens: 1000, cached_tokens: 400, output_tokens: 200, reasoning_tokens: 50, cost }

describe('GET /v1/usage', () => {
  test('sums every call by day, model and key', async () => {
    const { keyOf, chat, report, pass } = await start()
    const [laptop, phone] = [await keyOf('laptop'), await keyOf('phone')]
    const admin = await keyOf('root', { scopes: ['admin'] })
    await chat(laptop)
    await chat(laptop, { stream: true })
    await chat(phone, { model: 'acme/large' })
    pass(60)
    await chat(laptop)
    const times = { failed_requests: 0, first_token_ms: null, total_ms: 0 }
    const first = { ...times, day: '2027-01-31', model: 'acme/tiny', key: 'laptop' }
    const double = { input_tokens: 2000, cached_tokens: 800, output_tokens: 400, reasoning_tokens: 100, cost: 2.4 }
    expect(await report(laptop, '?from=2027-01-01')).toEqual([
      { ...first, requests: 2, ...double, first_token_ms: 0 },
      { ...first, day: '2027-02-01', requests: 1, ...sums },
    ])
    expect(await report(laptop)).toEqual([{ ...first, day: '2027-02-01', requests: 1, ...sums }])
    expect(await report(admin, '?from=2027-01-31&to=2027-01-31&by=model')).toEqual([
      { ...times, model: 'acme/large', requests: 1, ...sums },
      { ...times, model: 'acme/tiny', requests: 2, ...double, first_token_ms: 0 },
    ])
    expect((await report(admin, '?from=2027-01-01&by=key,day')).map(({ day, key }) => [day, key])).toEqual([
      ['2027-01-31', 'laptop'],
      ['2027-01-31', 'phone'],
      ['2027-02-01', 'laptop'],
    ])
  })

  test('adds up the rows, and says whose they are', async () => {
    const { keyOf, chat, wholeReport } = await start()
    const [laptop, phone] = [await keyOf('laptop'), await keyOf('phone')]
    const admin = await keyOf('root', { scopes: ['admin'] })
    await chat(laptop)
    await chat(phone, { stream: true })
    const own = await wholeReport(laptop, '?by=model')
    expect(own).toMatchObject({ key: 'laptop', total: { requests: 1, ...sums, first_token_ms: null, total_ms: 0 } })
    const all = await wholeReport(admin, '?by=model')
    expect(all).toMatchObject({ key: null, total: { requests: 2, cost: 2.4, first_token_ms: 0 } })
    const none = await wholeReport(laptop, '?from=2026-01-01&to=2026-01-02')
    expect(none).toMatchObject({ data: [], total: { requests: 0, cost: 0, first_token_ms: null, total_ms: 0 } })
  })

  test('says what is spent of the budgets today and this month, of all keys to an admin', async () => {
    const { keyOf, chat, wholeReport, pass } = await start()
    const laptop = await keyOf('laptop', { budget_per_day: 5, budget_per_month: 20 })
    const phone = await keyOf('phone', { budget_per_month: 2 })
    const admin = await keyOf('root', { scopes: ['admin'] })
    await chat(laptop)
    await chat(phone)
    const day = { key: 'laptop', period: 'day', budget: 5, spent: cost, resets_at: '2027-02-01T00:00:00Z' }
    const month = { ...day, period: 'month', budget: 20 }
    // Whatever days were asked for.
    expect((await wholeReport(laptop, '?from=2026-01-01&to=2026-01-02')).budgets).toEqual([day, month])
    expect((await wholeReport(admin)).budgets).toEqual([day, month, { ...month, key: 'phone', budget: 2 }])
    pass(60)
    await chat(laptop)
    await chat(laptop)
    const next = { spent: 2 * cost, resets_at: '2027-02-02T00:00:00Z' }
    expect((await wholeReport(laptop)).budgets).toEqual([
      { ...day, ...next },
      { ...month, ...next, resets_at: '2027-03-01T00:00:00Z' },
    ])
    expect((await wholeReport(await keyOf('tablet'))).budgets).toEqual([])
  })

  test.each([
    ['?from=yesterday', 'from'],
    ['?from=2027-02-30', 'from'],
    ['?from=0000-01-01', 'from'],
    ['?to=2027-1-1', 'to'],
    ['?from=2027-02-01&to=2027-01-01', 'from'],
    ['?by=engine', 'by'],
    ['?by=', 'by'],
  ])('refuses %s', async (query, param) => {
    const { keyOf, send } = await start()
    const response = await send(await keyOf('laptop'), `/v1/usage${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_value', param } })
  })
})

test.each([
  [{}, false],
  [{ stream_options: { include_usage: true } }, true],
])('a stream shows usage to those who ask: %j', async (fields, isShown) => {
  const { keyOf, chat, report } = await start()
  const key = await keyOf('laptop')
  const { text } = await chat(key, { stream: true, ...fields })
  expect(text.includes('"usage"')).toBe(isShown)
  expect(text).toContain('data: [DONE]')
  expect((await report(key))[0]).toMatchObject(sums)
})

describe('a key with a budget', () => {
  const bodies = {
    '/v1/chat/completions': { messages },
    '/v1/messages': { messages, max_tokens: 500 },
    '/v1/responses': { input: 'Hi' },
  }

  test.each(Object.entries(bodies))('is charged and refused at %s', async (path, body) => {
    const { keyOf, send, pass } = await start()
    const key = await keyOf('laptop', { budget_per_day: cost + 0.1 })
    for (const expected of [200, 200, 402]) {
      const response = await send(key, path, { model: 'acme/tiny', ...body })
      const text = await response.text()
      expect([response.status, text]).toEqual([expected, expect.any(String)])
      if (expected === 402) expect(text).toMatch(/budget_exceeded|billing_error/)
    }
    pass(30)
    expect((await send(key, path, { model: 'acme/tiny', ...body })).status).toBe(200)
  })

  test('overspends by at most one call when many come at once', async () => {
    const { keyOf, chat, report, engine } = await start()
    const key = await keyOf('laptop', { budget_per_month: 3 })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, each) => chat(key, { stream: each % 2 === 0 })))
    const admitted = answers.filter(({ response }) => response.status === 200)
    expect(admitted).toHaveLength(engine.calls.length)
    expect(admitted.length).toBeGreaterThan(0)
    expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([200, 402]))
    const [row] = await report(key)
    expect(row?.cost).toBeLessThan(3 + cost)
  })

  test('gets back what was reserved when its caller leaves', async () => {
    const gone = new AbortController()
    const { keyOf, send, chat, report } = await start(async function* ({ signal }) {
      yield [{ type: 'text', choice: 0, text: 'Hi' }]
      if (!gone.signal.aborted) await untilAborted(signal)
      yield* counted()
    })
    const key = await keyOf('laptop', { budget_per_day: 0.2 })
    const body = { model: 'acme/tiny', messages, stream: true }
    const left = await send(key, '/v1/chat/completions', body, gone.signal)
    expect(left.status).toBe(200)
    expect((await chat(key)).text).toContain('open calls may take the rest')
    gone.abort()
    await left.body?.cancel().catch(() => undefined)
    await expect.poll(async () => (await report(key))[0]?.requests).toBe(1)
    expect((await chat(key)).response.status).toBe(200)
  })
})

test('a key with tokens per minute sees what is left, and waits', async () => {
  const { keyOf, chat, pass } = await start()
  const key = await keyOf('laptop', { tokens_per_minute: 1000 })
  const first = await chat(key, { max_tokens: 10 })
  expect(first.response.headers.get('x-ratelimit-limit-tokens')).toBe('1000')
  expect(Number(first.response.headers.get('x-ratelimit-remaining-tokens'))).toBeGreaterThan(800)
  const refused = await chat(key, { max_tokens: 10 })
  expect(refused.response.status).toBe(429)
  expect(refused.response.headers.get('x-ratelimit-remaining-tokens')).toBe('0')
  pass(Number(refused.response.headers.get('retry-after')) / 60)
  expect((await chat(key, { max_tokens: 10 })).response.status).toBe(200)
})
