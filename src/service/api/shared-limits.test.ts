import { expect, test, vi } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'
import { refuse } from '#service/service-error.ts'
import type { RateLimit } from '#service/state/keys-and-limits.ts'
import type { Reservation, Spending } from '#service/state/spending.ts'

// Limits that other processes share answer later.

const terms = keyTerms.parse({ requests_per_minute: 10, budget_per_day: 1 })

/** A service whose reservations wait for the test. */
async function start(count: RateLimit['count'] = async () => {}) {
  const settle = vi.fn<Reservation['settle']>()
  const waiting: ((reservation: Reservation) => void)[] = []
  const reserve: Spending['reserve'] = () => new Promise((resolve) => waiting.push(resolve))
  const engine = createStubEngine()
  const running = await startTestService([engine], {
    keys: { find: () => ({ name: 'laptop', terms }) },
    rateLimit: { count, headersOf: () => ({ 'x-ratelimit-limit-requests': '10' }) },
    spending: { reserve },
  })
  const admit = async () => {
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.({ headers: { 'x-ratelimit-limit-tokens': '20' }, settle })
  }
  return { ...running, engine, settle, admit }
}

test.each([{ stream: true }, { stream: false }])('a chat begins when it is admitted: %j', async (body) => {
  const { chat, admit, engine, settle } = await start()
  const answer = chat(body)
  await admit()
  const response = await answer
  expect(await response.text()).toContain('there')
  expect(response.headers.get('x-ratelimit-limit-requests')).toBe('10')
  expect(response.headers.get('x-ratelimit-limit-tokens')).toBe('20')
  expect(engine.calls).toHaveLength(1)
  expect(settle).toHaveBeenCalledOnce()
})

test('a reservation is released if the caller leaves before it is made', async () => {
  const { chat, admit, engine, settle, lines } = await start()
  const gone = new AbortController()
  const answer = chat({}, { signal: gone.signal }).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 10))
  gone.abort()
  await admit()
  await answer
  await expect.poll(() => settle.mock.calls).toEqual([[{ tokens: 0, cost: 0 }]])
  expect(engine.calls).toEqual([])
  expect(lines).toEqual([])
})

test('a reservation is released if the service stops before it is made', async () => {
  const { chat, admit, engine, settle, service } = await start()
  const answer = chat()
  await new Promise((resolve) => setTimeout(resolve, 10))
  service.drain()
  await admit()
  expect((await answer).status).toBe(503)
  expect(settle.mock.calls).toEqual([[{ tokens: 0, cost: 0 }]])
  expect(engine.calls).toEqual([])
})

test('a request above a shared rate limit is refused', async () => {
  const { chat, get } = await start(() => Promise.reject(refuse('rate_limit_exceeded', 'Too many.')))
  expect((await chat()).status).toBe(429)
  expect((await get('/v1/models')).status).toBe(429)
  expect((await get('/v1/models/acme/tiny')).status).toBe(429)
})

test('/readyz stays 200 and names what is degraded', async () => {
  let degraded: string[] = []
  const { get } = await startTestService([], { host: { isReady: () => true, degraded: () => degraded } })
  const ready = async () => {
    const response = await get('/readyz')
    return [response.status, await response.text()]
  }
  expect(await ready()).toEqual([200, 'ready\n'])
  degraded = ['limits', 'store']
  expect(await ready()).toEqual([200, 'ready, degraded: limits, store\n'])
})
