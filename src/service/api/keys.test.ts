import { describe, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import type { LoggedRequest } from '#contract/requests.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { createMemoryKeys } from '#service/state/memory-keys.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'

/** As of PARLEY_API_KEYS, and of the printed link. */
const withoutTerms = 'a-key-without-terms'

async function start() {
  const keys = createMemoryKeys()
  const logged: LoggedRequest[] = []
  const { service } = await startTestService([createStubEngine()], {
    keys: { find: (key) => (key === withoutTerms ? { name: 'link' } : keys.find(key)) },
    keyStore: keys,
    requestLog: {
      keepsTexts: false,
      record: (request) => void logged.push(request),
      find: async ({ key }) => logged.filter((each) => (key ?? each.key) === each.key),
    },
  })
  const admin = await keys.add('root', keyTerms.parse({ scopes: ['admin'] }))
  const send = (key: string, method: string, path: string, body?: unknown) =>
    service.fetch(
      new Request(`http://parley.test${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  const chat = (key: string, model = 'acme/tiny') =>
    send(key, 'POST', '/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Hi' }] })
  const create = async (body: Record<string, unknown>) => {
    const response = await send(admin.key, 'POST', '/v1/keys', body)
    expect(response.status).toBe(200)
    const created: unknown = await response.json()
    if (typeof created !== 'object' || created === null || !('key' in created) || !('id' in created)) throw new Error()
    return { key: String(created.key), id: String(created.id) }
  }
  return { admin: admin.key, send, chat, create }
}

const outcome = async (answer: Promise<Response>) => {
  const response = await answer
  const body: { error?: { code: string } } = await response.json()
  return [response.status, body.error?.code]
}

describe('/v1/keys', () => {
  test('creates, lists, changes and revokes keys', async () => {
    const { admin, send, chat, create } = await start()
    const { key, id } = await create({ name: 'laptop', owner: 'Ada', budget_per_month: 20 })
    expect((await chat(key)).status).toBe(200)
    const listed = await (await send(admin, 'GET', '/v1/keys')).text()
    expect(JSON.parse(listed)).toMatchObject({ data: [{ name: 'root' }, { id, owner: 'Ada', budget_per_month: 20 }] })
    expect(listed).not.toContain(key)

    const changed = await send(admin, 'PATCH', `/v1/keys/${id}`, { models: ['acme/other'] })
    expect(await changed.json()).toMatchObject({ id, owner: 'Ada', models: ['acme/other'] })
    expect(await outcome(chat(key))).toEqual([403, 'model_not_allowed'])

    expect((await send(admin, 'DELETE', `/v1/keys/${id}`)).status).toBe(200)
    expect(await outcome(chat(key))).toEqual([401, 'invalid_api_key'])
    expect(await outcome(send(admin, 'DELETE', `/v1/keys/${id}`))).toEqual([404, 'not_found'])
  })

  test('refuses keys without the scope', async () => {
    const { admin, send, chat, create } = await start()
    const { key } = await create({ name: 'lister', scopes: ['models'] })
    expect(await outcome(chat(key))).toEqual([403, 'scope_missing'])
    expect(await outcome(chat(admin))).toEqual([403, 'scope_missing'])
    expect((await send(key, 'GET', '/v1/models')).status).toBe(200)
    for (const [method, path] of [
      ['GET', '/v1/keys'],
      ['POST', '/v1/keys'],
      ['DELETE', '/v1/keys/key_x'],
    ] as const) {
      expect(await outcome(send(key, method, path))).toEqual([403, 'scope_missing'])
    }
  })

  test('refuses a key without terms, which sees only its own usage and requests', async () => {
    const { admin, send, chat, create } = await start()
    const other = await create({ name: 'laptop' })
    await (await chat(other.key)).text()
    await (await chat(withoutTerms)).text()
    for (const [method, path, body] of [
      ['GET', '/v1/keys', undefined],
      ['POST', '/v1/keys', { name: 'mine', scopes: ['admin'] }],
      ['PATCH', `/v1/keys/${other.id}`, { scopes: ['admin'] }],
      ['DELETE', `/v1/keys/${other.id}`, undefined],
    ] as const) {
      expect(await outcome(send(withoutTerms, method, path, body))).toEqual([403, 'scope_missing'])
    }
    expect(await (await send(admin, 'GET', '/v1/keys')).json()).toMatchObject({
      data: [{ name: 'root' }, { name: 'laptop', scopes: ['chat', 'models'] }],
    })

    const namesIn = async (key: string, path: string) => {
      const { data }: { data: { key: string }[] } = await (await send(key, 'GET', path)).json()
      return data.map((each) => each.key)
    }
    for (const path of ['/v1/usage?by=key', '/v1/requests']) {
      expect(await namesIn(withoutTerms, path)).toEqual(['link'])
      expect(await namesIn(admin, path)).toEqual(['laptop', 'link'])
    }
  })

  test('refuses expired keys', async () => {
    const { send, chat, create } = await start()
    const { key } = await create({ name: 'old', expires_at: '2020-01-01T00:00:00Z' })
    expect(await outcome(chat(key))).toEqual([401, 'key_expired'])
    expect(await outcome(send(key, 'GET', '/v1/models/acme/tiny'))).toEqual([401, 'key_expired'])
    expect((await chat((await create({ name: 'new', expires_at: '2999-01-01T00:00:00Z' })).key)).status).toBe(200)
  })

  test.each([
    [{}, 'name'],
    [{ name: 'two words' }, 'name'],
    [{ name: 'x', scopes: ['root'] }, 'scopes[0]'],
    [{ name: 'x', budget_per_day: -1 }, 'budget_per_day'],
    [{ name: 'x', requests_per_minute: 0.5 }, 'requests_per_minute'],
    [{ name: 'x', expires_at: 'tomorrow' }, 'expires_at'],
    [{ name: 'x', budget: 3 }, null],
  ])('refuses %j', async (body, param) => {
    const { admin, send } = await start()
    const response = await send(admin, 'POST', '/v1/keys', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_value', param } })
  })

  test('refuses a second key of the same name', async () => {
    const { admin, send } = await start()
    expect(await outcome(send(admin, 'POST', '/v1/keys', { name: 'root' }))).toEqual([409, 'name_taken'])
  })
})

test('limits a key’s own requests per minute, and says how many are left', async () => {
  const { chat, create } = await start()
  const { key } = await create({ name: 'slow', requests_per_minute: 2 })
  const other = await create({ name: 'free' })
  const first = await chat(key)
  expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2')
  expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1')
  expect((await chat(key)).headers.get('x-ratelimit-remaining-requests')).toBe('0')
  const refused = await chat(key)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  const free = await chat(other.key)
  expect(free.status).toBe(200)
  expect(free.headers.has('x-ratelimit-limit-requests')).toBe(false)
})
