import { expect, test } from 'vitest'
import { startParleyProcess } from '#testing/parley-process.ts'

const password = 'planted-password-4e1d'
const key = 'a-key-of-the-test'

test('a cache that is down costs misses only, and its password is never printed', async () => {
  await using parley = await startParleyProcess({
    PARLEY_API_KEYS: key,
    // Port 9 discards, and nothing listens there.
    PARLEY_CACHE: `redis://:${password}@127.0.0.1:9/0`,
    LOG_LEVEL: 'debug',
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'parley/echo', messages: [{ role: 'user', content: 'Hi' }] })
  for (let each = 0; each < 3; each++) {
    const response = await fetch(`${parley.baseUrl}/v1/chat/completions`, { method: 'POST', headers, body })
    expect([response.status, response.headers.get('x-parley-cache')]).toEqual([200, 'miss'])
    expect(await response.text()).toContain('"Hi"')
  }
  const metrics = await (await fetch(`${parley.baseUrl}/metrics`, { headers })).text()
  expect(metrics).toContain('parley_cache_lookups_total{result="miss"} 3')
  parley.kill('SIGTERM')
  expect(await parley.exited).toBe(0)
  expect(parley.output().split('replay cache lost')).toHaveLength(2)
  expect(parley.output()).not.toContain(password)
  expect(metrics).not.toContain(password)
})
